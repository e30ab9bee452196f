import { readFile } from "node:fs/promises";
import type { INestApplication, Type } from "@nestjs/common";
import { ROUTE_ARGS_METADATA } from "@nestjs/common/constants.js";
import { ModulesContainer } from "@nestjs/core";
import { DocumentBuilder, getSchemaPath, type OpenAPIObject, SwaggerModule } from "@nestjs/swagger";
import { ERROR_CODES, type ErrorCode } from "@sakhi/domain/errors/error-codes";
import { precedenceOf } from "@sakhi/domain/site/precedence";
import openApiMetadata from "../../generated/openapi-metadata.js";
import { BACKEND } from "../folders.js";
import { apiErrorsOf } from "./api-errors.js";
import { describeRules, operationsOf } from "./api-rules.js";
import { ErrorResponse } from "./error.response.js";
import { IdParam } from "./id-param.pipe.js";
import { VISITOR_COOKIE } from "./visitor-cookie.js";

type PathItem = OpenAPIObject["paths"][string];
type Operation = NonNullable<PathItem["get"]>;
type Response = Exclude<Operation["responses"][string], { $ref: string } | undefined>;
type Headers = NonNullable<Response["headers"]>;
type Schema = NonNullable<NonNullable<OpenAPIObject["components"]>["schemas"]>[string];

/** Error code → class of its body; a route's own classes take precedence over {@link ErrorResponse}. */
type ErrorsOfRoute = ReadonlyMap<ErrorCode, Type>;

/**
 * Errors that any call can return without reaching a controller (request-hooks.ts, validation.pipe.ts,
 * error-response.ts): a malformed URL, oversized headers, an internal error, an unreachable database.
 */
const ANY_CALL: readonly ErrorCode[] = ["invalid_request", "too_large", "internal_error", "service_unavailable"];
/** Calls under /api check the content type, whether or not they accept a body. */
const API_CALL: readonly ErrorCode[] = ["unsupported_media_type"];
/** Calls that wait while the machine has more to do than it can (domain: overload.rules.ts). */
const WAITING_CALL: readonly ErrorCode[] = ["overloaded"];
/** Writing calls check the Origin. */
const WRITING_CALL: readonly ErrorCode[] = ["origin_refused"];

const REQUEST_ID: Headers = {
  "X-Request-Id": { description: "The request's id, as in the logs.", required: true, schema: { type: "string" } },
};
/** Responses to requests that cannot be parsed have no request id. */
const UNPARSED: ReadonlySet<number> = new Set([400, 413]);
const ETAG: Headers = { ETag: { description: "Weak ETag of the response.", schema: { type: "string" } } };
const RETRY_AFTER: Headers = {
  "Retry-After": { description: "Seconds until a retry.", schema: { type: "integer", minimum: 1 } },
};
/** Statuses that may have Retry-After. */
const RETRYABLE = new Set([429, 503]);

/** Builds the OpenAPI document from controllers, DTOs and their doc comments. */
export async function apiDescription(app: INestApplication): Promise<OpenAPIObject> {
  await SwaggerModule.loadPluginMetadata(openApiMetadata);
  const about = new DocumentBuilder()
    .setTitle("Sakhi Bazaar API")
    .setDescription(DESCRIPTION)
    .setVersion("1")
    .addTag("integrations", await integrationsGuide())
    .build();
  const document = SwaggerModule.createDocument(app, about, {
    // Short names for the browser's generated hooks; they must be unique.
    operationIdFactory: (_controller, method) => method,
    extraModels: [ErrorResponse],
  });
  complete(document, documentedErrors(app));
  describeRules(document, inputsOf(app));
  return document;
}

const DESCRIPTION = `Stall booking of the Mela. Amounts are rupees, times ISO 8601 in UTC. Text is validated
after NFC composition, replacement of control characters by spaces and trimming; NUL is refused, and so is a
field \`__proto__\` anywhere. Blank optional text and null count as absent. \`x-rules\` names rules of a field that its schema cannot express.
An unsupported method returns 405 with Allow.`.replaceAll("\n", " ");

/** What other systems need to know, with examples that a test runs (backend/test/integrations). */
async function integrationsGuide(): Promise<string> {
  const example = async (name: string): Promise<string> =>
    "```js\n" + (await readFile(new URL(`assets/integrations/${name}`, BACKEND), "utf8")) + "```";
  return `For other systems. **Reading**: with a personal access token, on the calls that name the scheme access_token: bookings without
contacts (scope bookings:read) and the files that its owner can download (exports:read).

${await example("read-bookings.mjs")}

**Webhooks**: an operator adds an endpoint in the dashboard under Integrations, and gets its secret once. Deliveries follow the Standard Webhooks
specification (webhook-id, webhook-timestamp, webhook-signature): booking.sold, booking.cancelled, booking.moved, listing.live and test.ping, each as
\`{ type, timestamp, data }\` with ids, amounts in paise and times. At least once, in no order: the id is the same each time.

${await example("receiver.mjs")}`;
}

/** A method of a controller. */
interface Method {
  readonly controller: Type;
  readonly name: string;
  readonly method: object;
}

function methodsOf(app: INestApplication): Method[] {
  const modules = [...app.get(ModulesContainer, { strict: false }).values()];
  const controllers = new Set(
    modules.flatMap((each) => [...each.controllers.values()]).map(({ metatype }) => metatype),
  );
  return [...controllers].flatMap((controller) => {
    if (typeof controller !== "function") return [];
    const prototype = controller.prototype as Record<string, unknown>;
    return Object.getOwnPropertyNames(prototype).flatMap((name) => {
      const method = name === "constructor" ? undefined : prototype[name];
      return typeof method === "function" ? [{ controller: controller as Type, name, method }] : [];
    });
  });
}

/** Operation → errors documented by its controller and its own decorators. */
function documentedErrors(app: INestApplication): ReadonlyMap<string, ErrorsOfRoute> {
  return new Map(
    methodsOf(app).map(({ controller, name, method }) => {
      const errors = [...apiErrorsOf(controller), ...apiErrorsOf(method)];
      if (takesKnownId(controller, name)) errors.push({ codes: ["not_found"], type: ErrorResponse });
      return [name, new Map(errors.flatMap(({ codes, type }) => codes.map((code) => [code, type])))];
    }),
  );
}

/** True if the route's path has one of our ids: a malformed id returns 404. */
function takesKnownId(controller: Type, method: string): boolean {
  const found = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) as
    | Record<string, { readonly pipes?: readonly unknown[] }>
    | undefined;
  return Object.values(found ?? {}).some(({ pipes = [] }) => pipes.includes(IdParam));
}

/** Metadata key of Nest's ApiExtraModels, which does not export it. */
const EXTRA_MODELS = "swagger/apiExtraModels";

/** Operation → classes of its parameters, and those its decorators name. */
function inputsOf(app: INestApplication): ReadonlyMap<string, readonly Type[]> {
  return new Map(
    methodsOf(app).map(({ controller, name, method }) => {
      const types: unknown = Reflect.getMetadata("design:paramtypes", controller.prototype as object, name);
      const named: unknown = Reflect.getMetadata(EXTRA_MODELS, method);
      const classes = [types, named].flatMap((each) => (Array.isArray(each) ? (each as unknown[]) : []));
      return [name, classes.filter((each): each is Type => typeof each === "function")];
    }),
  );
}

/** Adds headers, errors and security that follow from rules common to all calls. */
function complete(document: OpenAPIObject, documented: ReadonlyMap<string, ErrorsOfRoute>): void {
  const names = new Set<string>();
  for (const { path, method, operation } of operationsOf(document)) {
    describeSuccess(operation, method === "get");
    const own = documented.get(operation.operationId ?? "") ?? new Map<ErrorCode, Type>();
    const common = [
      ...ANY_CALL,
      ...(path.startsWith("/api/") ? API_CALL : []),
      ...(method === "get" ? [] : WRITING_CALL),
      ...(precedenceOf(method.toUpperCase(), path) === "continues" ? [] : WAITING_CALL),
    ];
    describeErrors(document, operation, new Map([...common.map((code) => [code, ErrorResponse] as const), ...own]));
    operation.security = securityOf(operation);
    for (const each of operation.security) for (const name of Object.keys(each)) names.add(name);
    refuseUnknownFields(document, operation);
  }
  document.components = {
    ...document.components,
    securitySchemes: Object.fromEntries([...names].map((name) => [name, BEARERS[name] ?? cookie(name)])),
  };
}

const cookie = (name: string) => ({ type: "apiKey", in: "cookie", name }) as const;
/** Schemes that are not cookies. */
const BEARERS: Readonly<Record<string, { type: "http"; scheme: "bearer"; description: string }>> = {
  access_token: {
    type: "http",
    scheme: "bearer",
    description:
      "A personal access token (sakhi_pat_…), which an administrator makes on her page Account & security. It reads what she may see, within its scopes and events, on the calls that name this scheme. Guide with examples: docs/integrations.md.",
  },
};

function describeSuccess(operation: Operation, reads: boolean): void {
  for (const response of Object.values(operation.responses)) {
    if (response === undefined || "$ref" in response) continue;
    response.headers = { ...REQUEST_ID, ...(reads ? ETAG : {}), ...response.headers };
  }
}

/** Adds one response per status: its codes with their messages, and a body restricted to those codes. */
function describeErrors(document: OpenAPIObject, { responses }: Operation, errors: ErrorsOfRoute): void {
  const statuses = [...new Set([...errors.keys()].map((code) => ERROR_CODES[code].status))];
  for (const status of statuses.toSorted((a, b) => a - b)) {
    const codes = [...errors.keys()].filter((code) => ERROR_CODES[code].status === status).toSorted();
    // A route's own class has every field of ErrorResponse.
    const type = codes.map((code) => errors.get(code)).find((each) => each !== ErrorResponse);
    const response = errorDescription(status, codes, type ?? ErrorResponse);
    const [only = ""] = codes;
    // A response that calls share is a component, named after its code.
    const isShared = codes.length === 1 && type === undefined;
    responses[String(status)] = isShared ? { $ref: `#/components/responses/${only}` } : response;
    if (isShared) document.components = withResponse(document.components, only, response);
  }
}

function withResponse(components: OpenAPIObject["components"], name: string, response: Response) {
  return { ...components, responses: { ...components?.responses, [name]: response } };
}

function errorDescription(status: number, codes: readonly ErrorCode[], type: Type): Response {
  return {
    description: codes.map((code) => `${code}: ${ERROR_CODES[code].message}`).join("\n\n"),
    headers: { ...(UNPARSED.has(status) ? {} : REQUEST_ID), ...(RETRYABLE.has(status) ? RETRY_AFTER : {}) },
    content: {
      "application/json": {
        schema: {
          allOf: [
            { $ref: getSchemaPath(type) },
            {
              type: "object",
              properties: {
                code: { type: "string", enum: [...codes] },
                statusCode: { type: "number", enum: [status] },
              },
            },
          ],
        },
      },
    },
  };
}

/** The visitor cookie is always optional: a caller without one is a new visitor. */
function securityOf({ security = [] }: Operation): NonNullable<Operation["security"]> {
  const schemes = [...new Set(security.flatMap((each) => Object.keys(each)))];
  return schemes.flatMap((scheme) => [...(scheme === VISITOR_COOKIE ? [{}] : []), { [scheme]: [] }]);
}

/** Documents that the validation pipe refuses unknown fields. */
function refuseUnknownFields(document: OpenAPIObject, { requestBody }: Operation): void {
  if (requestBody === undefined || "$ref" in requestBody) return;
  const schema = requestBody.content["application/json"]?.schema;
  if (schema === undefined) return;
  close(document, schema);
  // A body without required fields is optional.
  if (!needsAny(document, schema)) requestBody.required = false;
}

function schemaNamed(document: OpenAPIObject, ref: string): Schema | undefined {
  return document.components?.schemas?.[ref.split("/").at(-1) ?? ""];
}

function needsAny(document: OpenAPIObject, schema: Schema): boolean {
  const named = "$ref" in schema ? schemaNamed(document, schema.$ref) : schema;
  return named === undefined || "$ref" in named || named.oneOf !== undefined || (named.required ?? []).length > 0;
}

function close(document: OpenAPIObject, schema: Schema): void {
  if ("$ref" in schema) {
    const named = schemaNamed(document, schema.$ref);
    if (named !== undefined) close(document, named);
    return;
  }
  for (const each of [...(schema.oneOf ?? []), ...(schema.allOf ?? [])]) close(document, each);
  if (schema.properties === undefined || schema.additionalProperties !== undefined) return;
  schema.additionalProperties = false;
  for (const each of Object.values(schema.properties)) close(document, each);
}
