import "reflect-metadata";
import { NestFactory } from "@nestjs/core";
import { FastifyAdapter } from "@nestjs/platform-fastify";
import { ApiModule } from "./api.module.js";
import { readConfig } from "./platform/config/config.js";
import { apiDescription } from "./platform/http/api-document.js";

/** Prints the OpenAPI document as JSON, without starting anything; for scripts/generate.mjs. */
const config = readConfig({
  DATABASE_URL: "postgres://nobody@localhost/none",
  TEMPORAL_ADDRESS: "localhost:1",
  SMTP_URL: "smtp://localhost:1",
  CASHFREE_CLIENT_ID: "none",
  CASHFREE_CLIENT_SECRET: "none",
  COOKIE_SECRET: "only-to-describe-the-api",
  METRICS_TOKEN: "only-to-describe-the-api",
});
const app = await NestFactory.create(ApiModule.with(config), new FastifyAdapter(), { preview: true, logger: false });
process.stdout.write(`${JSON.stringify(await apiDescription(app), undefined, 2)}\n`);
