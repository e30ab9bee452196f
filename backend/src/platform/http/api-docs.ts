import { readFileSync } from "node:fs";
import type { INestApplication } from "@nestjs/common";
import { type OpenAPIObject, SwaggerModule } from "@nestjs/swagger";
import { BACKEND } from "../folders.js";

/** The OpenAPI document, written by scripts/generate.mjs; a check keeps it up to date. */
const DESCRIPTION = new URL("assets/generated/openapi.json", BACKEND);

/** Serves the OpenAPI document at /api/docs and /api/docs-json. It is read on request. */
export function serveApiDocs(app: INestApplication): void {
  const description = (): OpenAPIObject => JSON.parse(readFileSync(DESCRIPTION, "utf8")) as OpenAPIObject;
  SwaggerModule.setup("api/docs", app, description, { jsonDocumentUrl: "api/docs-json" });
}
