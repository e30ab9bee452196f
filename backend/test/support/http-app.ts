import type { DynamicModule, Type } from "@nestjs/common";
import type { NestFastifyApplication } from "@nestjs/platform-fastify";
import type { LoadReading } from "@sakhi/domain/site/overload.rules";
import type { Config } from "../../src/platform/config/config.js";
import { createHttpApp } from "../../src/platform/http/http-app.js";

/** Starts the HTTP application in this process, with all hooks and filters, for supertest. */
export async function startTestApp(
  module: Type | DynamicModule,
  config: Config,
  adjustLoad?: (measured: LoadReading) => LoadReading,
): Promise<NestFastifyApplication> {
  const app = await createHttpApp(module, config, false, adjustLoad);
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  return app;
}
