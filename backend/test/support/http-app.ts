import type { DynamicModule, Type } from "@nestjs/common";
import type { NestFastifyApplication } from "@nestjs/platform-fastify";
import type { Config } from "../../src/platform/config/config.js";
import { createHttpApp } from "../../src/platform/http/http-app.js";

/** The HTTP application in this process, with every hook and filter of the real one, for supertest. */
export async function startTestApp(module: Type | DynamicModule, config: Config): Promise<NestFastifyApplication> {
  const app = await createHttpApp(module, config, false);
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  return app;
}
