import { DocumentBuilder, SwaggerModule } from "@nestjs/swagger";
import type { OpenAPIObject } from "@nestjs/swagger";
import type { INestApplication } from "@nestjs/common";
import openApiMetadata from "../../generated/openapi-metadata.js";
import { VISITOR_COOKIE } from "./visitor-cookie.js";

/** The API's description, from controllers, DTOs and their doc comments. */
export async function apiDescription(app: INestApplication): Promise<OpenAPIObject> {
  await SwaggerModule.loadPluginMetadata(openApiMetadata);
  const about = new DocumentBuilder()
    .setTitle("Sakhi Bazaar API")
    .setDescription("Stall booking of the Mela. Amounts are rupees, times ISO 8601 in UTC.")
    .setVersion("1")
    .addCookieAuth(VISITOR_COOKIE, { type: "apiKey", in: "cookie" }, VISITOR_COOKIE)
    .build();
  return SwaggerModule.createDocument(app, about, {
    // Short names for the browser's generated hooks; they must be unique.
    operationIdFactory: (_controller, method) => method,
  });
}

/** Serves the description at /api/docs and /api/docs-json. */
export async function serveApiDocs(app: INestApplication): Promise<void> {
  SwaggerModule.setup("api/docs", app, await apiDescription(app), { jsonDocumentUrl: "api/docs-json" });
}
