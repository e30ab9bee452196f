import { readFileSync } from "node:fs";
import type { INestApplication } from "@nestjs/common";
import { type OpenAPIObject, SwaggerModule } from "@nestjs/swagger";

/** The API's description as scripts/generate.mjs has written it; a check holds it to the code. */
const DESCRIPTION = new URL("../../../assets/generated/openapi.json", import.meta.url);

/** Serves the API's description at /api/docs and /api/docs-json; it is read when somebody asks for it. */
export function serveApiDocs(app: INestApplication): void {
  const description = (): OpenAPIObject => JSON.parse(readFileSync(DESCRIPTION, "utf8")) as OpenAPIObject;
  SwaggerModule.setup("api/docs", app, description, { jsonDocumentUrl: "api/docs-json" });
}
