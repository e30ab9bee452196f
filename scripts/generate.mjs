/**
 * Generates files from the code; with --check, fails if a committed copy differs:
 *   domain/src/generated/messages/              the texts of all languages, from their catalogues in domain/messages
 *   backend/src/generated/openapi-metadata.ts   DTO and response comments, limits and types for the API description
 *   backend/assets/generated/openapi.json       the API description
 *   frontend/src/api/generated/<caller>.ts      RTK Query endpoints and types of that description
 *   frontend/src/api/generated/calls.ts         those types by method and path, for the specs' fake API
 *   docs/architecture.md                        the state diagrams of bookings and applications
 *   docs/flows/walks.md                         the files of each walk
 *   docs/roles.md                               who of the team may make which call
 *   frontend/src/api/generated/right-calls.ts   what each right opens, in the sentences of the calls
 *   docs/operations/                            the table of alarms, and the condition on each alarm's page
 *   backend/assets/generated/schema.sql         the schema that the migrations make, for reading
 * Needs the packages installed. Compiles the backend itself, except with --check. The schema needs a PostgreSQL, which is started
 * for it: `--check` leaves it to a spec (backend/test/platform/schema.spec.ts), and `generate.mjs schema` writes it alone, and `generate.mjs messages` the texts.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { between } from "./lib/document.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const check = process.argv.includes("--check");
const onlySchema = process.argv.includes("schema");
const onlyMessages = process.argv.includes("messages");
const stale = [];

function put(path, text) {
  const file = join(root, path);
  if (existsSync(file) && readFileSync(file, "utf8") === text) return;
  if (check) return stale.push(path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  console.log(`wrote ${path}`);
}

/** Sorts object keys, so that the output does not depend on the order of files. */
function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}

/** Runs a program and returns its output. */
function output(command, args) {
  return execFileSync(command, args, { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
}

/** TypeScript source with the swagger plugin's metadata of controllers, DTOs and responses. */
async function metadataFile() {
  const { ReadonlyVisitor } = await import("@nestjs/swagger/plugin");
  const { default: typescript } = await import("typescript");
  const visitor = new ReadonlyVisitor({
    pathToSource: join(root, "backend/src/generated"),
    introspectComments: true,
    classValidatorShim: true,
    dtoFileNameSuffix: [".dto.ts", ".response.ts"],
    controllerFileNameSuffix: ".controller.ts",
  });
  // The program follows project references, so it includes the DTOs of domain/.
  const program = ReadonlyVisitor.createTsProgram(join(root, "backend/tsconfig.json"));
  const files = program
    .getSourceFiles()
    .filter((file) => !file.isDeclarationFile && !/node_modules/.test(file.fileName));
  for (const file of files.sort((a, b) => (a.fileName < b.fileName ? -1 : 1))) {
    // The plugin skips classes that are not exported, and so the inherited fields of their subclasses.
    const [, hidden] = (/\.(?:dto|response)\.ts$/.test(file.fileName) && /^class (\w+)/m.exec(file.text)) || [];
    if (hidden !== undefined)
      throw new Error(`Export ${hidden} of ${file.fileName}: its fields would not be described`);
    visitor.visit(program, file);
  }

  const printer = typescript.createPrinter({ newLine: typescript.NewLineKind.LineFeed, removeComments: false });
  const blank = typescript.createSourceFile("openapi-metadata.ts", "", typescript.ScriptTarget.ESNext, false);
  const print = (value) => {
    if (Array.isArray(value)) return `[${value.map(print).join(", ")}]`;
    if (value !== null && typeof value === "object" && typeof value.kind !== "number") {
      return `{ ${Object.entries(value)
        .map(([key, inner]) => `${JSON.stringify(key)}: ${print(inner)}`)
        .join(", ")} }`;
    }
    return typeof value === "object"
      ? printer.printNode(typescript.EmitHint.Unspecified, value, blank)
      : JSON.stringify(value);
  };
  const ours = (text) =>
    text
      .replace(
        /(import\(")(?:\.\.\/)+domain\/(?:src|dist)\/([^"]+?)(?:\.js|\.d\.ts|\.ts)?("\))/g,
        "$1@sakhi/domain/$2$3",
      )
      // Relative imports within the backend, as Node resolves them.
      .replace(/(import\(")((?:\.\.?\/)[^"]+?)(?:\.js|\.ts)?("\))/g, "$1$2.js$3");
  const imports = Object.entries(visitor.typeImports).map(
    ([key, value]) => `  ${JSON.stringify(key)}: ${ours(value)},`,
  );
  return [
    "/* Generated by scripts/generate.mjs: do not edit. */",
    "/* eslint-disable */",
    "export default async () => {",
    `const t = {\n${imports.map(ours).join("\n")}\n} as Record<string, any>;`,
    `return { "@nestjs/swagger": ${ours(print(visitor.collect()))} };`,
    "};",
    "",
  ].join("\n");
}

/** Operations without a generated client call: of servers and supervisors, links (pictures, downloads), and a stream. */
const WITHOUT_CLIENT = [
  ...["verifyWhatsappWebhook", "receiveWhatsappReports"],
  ...["followLayout", "webhook", "alive", "ready", "image", "exportRegistrations", "exportAccounts", "exportAbandoned"],
  ...["exportRegistrationsWorkbook", "exportAccountsWorkbook", "exportAbandonedWorkbook"],
  ...["exportAudit", "exportAuditWorkbook", "exportPapers", "exportPapersWorkbook", "exportArrivals", "getPaper"],
  ...[
    "exportArrivalsWorkbook",
    "exportGstJson",
    "exportGstWorkbook",
    "exportGstDocuments",
    "exportDisputeEvidence",
    "exportPayouts",
    "exportPayoutsWorkbook",
    "getInvoicePdf",
    // For other systems.
    "listBookings",
    "getMyBookingPdf",
  ],
];

/**
 * The browser's calls by file, so that a first page load needs only the catalogue's. All are endpoints of one RTK Query
 * API.
 */
const CALLERS = {
  catalogue: (path) => /^\/api\/(?:v1\/(?:listings|search|brand-views|brand-stalls)|public)\b/.test(path),
  administrator: (path) => /^\/api\/v1\/mela\/(?:admin|gate|registrations|stall-availability)\b/.test(path),
  // Loaded with the box that asks for it.
  whatsapp: (path) => /\/(?:whatsapp(?:\/offer)?|language)$/.test(path) && !CALLERS.administrator(path),
  visitor: (path) => !CALLERS.catalogue(path) && !CALLERS.administrator(path) && !CALLERS.whatsapp(path),
};

/** Source of one caller's endpoints, generated from the API description. */
async function endpointsFile(descriptionFile, isTheirs) {
  const { generateEndpoints } = await import("@rtk-query/codegen-openapi");
  const text = await generateEndpoints({
    schemaFile: descriptionFile,
    apiFile: "../base-api.ts",
    apiImport: "baseApi",
    exportName: "generatedApi",
    hooks: true,
    flattenArg: true,
    encodePathParams: true,
    // The base query solves challenges and repeats any call with their solutions (frontend/src/api/limit-proofs.ts).
    endpointOverrides: [{ pattern: /./, parameterFilter: (name) => name !== "Proof" }],
    filterEndpoints: (name, { path }) => !WITHOUT_CLIENT.includes(name) && isTheirs(path),
    tag: false,
  });
  if (typeof text !== "string") throw new Error("the code generator returned no text");
  return `/* Generated by scripts/generate.mjs: do not edit. */\n/* eslint-disable */\n${text.replace('"../base-api.ts"', '"../base-api"')}`;
}

/** Source of an interface with the request and response types of the browser's calls. */
function callsFile({ paths }) {
  const calls = Object.entries(paths).flatMap(([path, methods]) => {
    const caller = Object.keys(CALLERS).find((name) => CALLERS[name](path));
    const typeName = ({ $ref }) => `${caller}.${$ref.split("/").at(-1)}`;
    return Object.entries(methods)
      .filter(([, { operationId }]) => !WITHOUT_CLIENT.includes(operationId))
      .map(([method, { operationId, requestBody }]) => {
        const call = `${method.toUpperCase()} ${path.replace("/api/v1", "")}`;
        const key = call.includes("{") ? `[call: \`${call.replace(/\{\w+\}/g, "${string}")}\`]` : `"${call}"`;
        const body = requestBody?.content["application/json"].schema;
        const sent = body === undefined ? "undefined" : (body.oneOf ?? [body]).map(typeName).join(" | ");
        const response = `${caller}.${operationId[0].toUpperCase()}${operationId.slice(1)}ApiResponse`;
        return `  ${key}: { body: ${sent}; json: ${response} };`;
      });
  });
  return [
    "/* Generated by scripts/generate.mjs: do not edit. */",
    ...Object.keys(CALLERS).map((name) => `import type * as ${name} from "./${name}";`),
    "",
    "/** What each call sends and gets as JSON, by its method and path below /api/v1. */",
    "export interface ApiCalls {",
    ...calls,
    "}",
    "",
  ].join("\n");
}

/** A lifecycle as a Mermaid diagram. */
function lifecycleDiagram({ initial, transitions, ended }) {
  const lines = ["```mermaid", "stateDiagram-v2"];
  for (const [event, state] of Object.entries(initial)) lines.push(`  [*] --> ${state}: ${event}`);
  for (const [event, { from, to, reasons }] of Object.entries(transitions)) {
    for (const state of from) lines.push(`  ${state} --> ${to}: ${event}${reasons ? ` (${reasons.join(", ")})` : ""}`);
  }
  return [...lines, ...ended.map((state) => `  ${state} --> [*]`), "```"].join("\n");
}

/** docs/architecture.md with the lifecycles drawn from domain/. */
async function architecturePage() {
  const { BOOKING_LIFECYCLE } = await import(join(root, "domain/dist/bookings/booking.states.js"));
  const { APPLICATION_LIFECYCLE } = await import(join(root, "domain/dist/listings/listing.states.js"));
  let page = readFileSync(join(root, "docs/architecture.md"), "utf8");
  page = between(page, "booking-states", lifecycleDiagram(BOOKING_LIFECYCLE));
  page = between(page, "application-states", lifecycleDiagram(APPLICATION_LIFECYCLE));
  return formatted(page, "md");
}

/** docs/roles.md: the roles of domain/, and every call of the description that needs a right. */
async function rolesPage({ paths }) {
  const { ADMINISTRATOR_ROLES, ALL_RIGHTS, hasRight, isEventRight, ROLE_RIGHTS } = await import(
    join(root, "domain/dist/access/rights.js")
  );
  const { RIGHTS, ROLE_PURPOSES } = await import(join(root, "domain/dist/access/rights.words.js"));
  const mark = (/** @type {string[]} */ rights, role) => {
    const may = (events) => rights.every((right) => hasRight({ role, events }, right));
    if (!may(null)) return "–";
    return may(["an-event"]) || ROLE_RIGHTS[role].allEvents ? "yes" : "all events";
  };
  const ruled = (/** @type {number} */ first) => [...Array(first).fill("---"), ...ADMINISTRATOR_ROLES.map(() => ":-:")];
  const row = (/** @type {string[]} */ cells) => `| ${cells.join(" | ")} |`;
  const ways = (events) =>
    events.map((way) => (way === "lists" ? "only hers are answered" : Object.keys(way)[0])).join(", ");
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, call]) => call["x-needs"] !== undefined)
      .map(
        ([
          method,
          {
            "x-needs": { rights, events },
          },
        ]) => [
          `\`${method.toUpperCase()} ${path.replace("/api/v1/mela/", "")}\``,
          rights.map((right) => `\`${right}\``).join(", "),
          ways(events),
          ...ADMINISTRATOR_ROLES.map((role) => mark(rights, role)),
        ],
      ),
  );
  const page = [
    "# Who may do what",
    "",
    "Generated by `npm run generate` from [the declaration of the roles](../domain/src/access/rights.ts) and what each call",
    "[says it needs](../backend/src/accounts/needs.ts): do not edit. [Decision 120](decisions/0120-roles-at-events.md) says why it is so.",
    "",
    "**yes**: also for people with named events, at those. **all events**: only for people with all of them. Everyone has their",
    "own account: password, second factor, sessions, and leaving the team.",
    "",
    "## Roles",
    "",
    row(["role", "what it is for", "second factor in production"]),
    row(["---", "---", "---"]),
    ...ADMINISTRATOR_ROLES.map((role) =>
      row([role, ROLE_PURPOSES[role], ROLE_RIGHTS[role].secondFactor ? "required" : "possible"]),
    ),
    "",
    "## Rights",
    "",
    row(["right", "may", "of an event", ...ADMINISTRATOR_ROLES]),
    row(ruled(3)),
    ...ALL_RIGHTS.map((right) =>
      row([
        `\`${right}\``,
        RIGHTS[right],
        isEventRight(right) ? "yes" : "–",
        ...ADMINISTRATOR_ROLES.map((role) => mark([right], role)),
      ]),
    ),
    "",
    "## Calls",
    "",
    "Below `/api/v1/mela/`. The event of a call is in its path, query or body, or that of a record; another one is not found.",
    "",
    row(["call", "needs", "event", ...ADMINISTRATOR_ROLES]),
    row(ruled(3)),
    ...calls.map(row),
    "",
  ];
  return formatted(page.join("\n"), "md");
}

/**
 * frontend/src/api/generated/right-calls.ts: for each right the first sentence of each call that needs it, with what else the call needs.
 * A call that answers the same in another form is left out.
 */
function rightCalls({ paths }) {
  const calls = {};
  for (const { summary, "x-needs": needs } of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    if (needs === undefined || summary === undefined || /^The same as\b/.test(summary)) continue;
    const [sentence] = summary
      .replaceAll(/\s+/g, " ")
      .replaceAll("`", "")
      .split(/(?<=\.) (?=[A-Z])/);
    for (const right of needs.rights) {
      const others = needs.rights.filter((each) => each !== right);
      calls[right] ??= {};
      calls[right][sentence] = others;
    }
  }
  const listed = Object.fromEntries(
    Object.entries(sorted(calls)).map(([right, sentences]) => [
      right,
      Object.entries(sentences).map(([text, also]) => (also.length === 0 ? { text } : { text, also })),
    ]),
  );
  const text = [
    "// Generated by `npm run generate` from the API's description: do not edit.",
    'import type { Right } from "@sakhi/domain/access/rights";',
    "",
    "/** What a right opens: a call, in words, and the rights that it needs besides. */",
    "export interface RightCall {",
    "  readonly text: string;",
    "  readonly also?: readonly Right[];",
    "}",
    "",
    `export const RIGHT_CALLS: Readonly<Partial<Record<Right, readonly RightCall[]>>> = ${JSON.stringify(listed)};`,
    "",
  ];
  return formatted(text.join("\n"), "ts");
}

/** The alert rules, in the order of their files. */
async function alertRules() {
  const { parse } = await import("yaml");
  return ["alerts", "objectives"]
    .flatMap((name) => parse(readFileSync(join(root, `deploy/prometheus/${name}.yml`), "utf8")).groups)
    .flatMap(({ rules }) => rules.filter(({ alert }) => alert !== undefined));
}

/** The pages of docs/operations that show the alert rules, by path. */
async function operationsPages() {
  const rules = await alertRules();
  const folder = "docs/operations/alarms";
  const named = rules.map(({ alert }) => `${alert}.md`);
  const without = readdirSync(join(root, folder)).filter((file) => !named.includes(file));
  if (without.length > 0) throw new Error(`no rule of deploy/prometheus fires ${without.join(", ")} of ${folder}`);
  // A figure or a label of the text by its name; "with" and "end" print nothing.
  const shown = (/** @type {string} */ code) =>
    /^-? *(?:with|end)\b/.test(code) ? "" : `<${/\$(?:labels\.)?(\w+)/.exec(code)?.[1] ?? "value"}>`;
  const summary = ({ annotations }) =>
    annotations.summary.replaceAll(/(?<!\{)\{\{([^{}]*)\}\}/g, (_, code) => shown(code));
  const rows = rules.map(
    (rule) => `| [${rule.alert}](alarms/${rule.alert}.md) | ${rule.labels.severity} | \`${summary(rule)}\` |`,
  );
  const index = "docs/operations/README.md";
  const page = (path, name, text) => formatted(between(readFileSync(join(root, path), "utf8"), name, text), "md");
  const pages = rules.map(async (rule) => {
    const path = `${folder}/${rule.alert}.md`;
    if (!existsSync(join(root, path)))
      throw new Error(`write ${path}: what ${rule.alert} means, how to check, what to do`);
    const after = rule.for === undefined ? "at once" : `after ${rule.for}`;
    const text = [
      `**${rule.labels.severity}**, ${after}: \`${summary(rule)}\``,
      "",
      "```promql",
      rule.expr.trim(),
      "```",
    ];
    return [path, await page(path, "rule", text.join("\n"))];
  });
  return [
    [index, await page(index, "alarms", ["| alarm | severity | says |", "| --- | --- | --- |", ...rows].join("\n"))],
    ...(await Promise.all(pages)),
  ];
}

/** @param {string} text @param {"ts" | "json" | "md"} kind */
async function formatted(text, kind) {
  const { format } = await import("oxfmt");
  const { code, errors } = await format(`generated.${kind}`, text, { printWidth: 120 });
  if (errors.length > 0) throw new Error(`a generated file is no ${kind}: ${JSON.stringify(errors)}`);
  return code;
}

/** Text of the schema, from an empty database on a server of its own. */
async function schemaFile() {
  const { makeOwnFolder, clearOwnFolder } = await import("./lib/own-folder.mjs");
  const { databaseUrl } = await import("./lib/postgres.mjs");
  const { Servers, THROWAWAY } = await import("./lib/servers.mjs");
  const { testEnvironment } = await import("./lib/test-environment.mjs");
  const env = testEnvironment(process.env);
  const dataDir = makeOwnFolder("schema");
  const servers = new Servers({ dataDir, env, restart: false, signal: new AbortController().signal });
  try {
    const port = await servers.postgres("schema", THROWAWAY.postgres);
    return execFileSync("node", ["backend/dist/main.schema.js"], {
      cwd: root,
      encoding: "utf8",
      env: { ...env, DATABASE_URL: databaseUrl(port, "schema") },
      maxBuffer: 64 * 1024 * 1024,
    });
  } finally {
    await servers.stop();
    await clearOwnFolder(dataDir);
  }
}

const compile = () => output("npx", ["tsc", "-b", "backend"]);

async function generateMessages() {
  const { messageModules, unusedMessages } = await import("./messages.mjs");
  const unused = unusedMessages();
  if (unused.length > 0) throw new Error(`no source uses these texts of domain/messages: ${unused.join(", ")}`);
  for (const [path, text] of Object.entries(messageModules()))
    put(`domain/src/generated/messages/${path}`, await formatted(text, "ts"));
}

async function generateFromCode() {
  await generateMessages();
  put("backend/src/generated/openapi-metadata.ts", await formatted(await metadataFile(), "ts"));
  if (!check) compile();
  const description = JSON.parse(output("node", ["backend/dist/main.openapi.js"]));
  put("backend/assets/generated/openapi.json", await formatted(JSON.stringify(sorted(description)), "json"));
  for (const [caller, isTheirs] of Object.entries(CALLERS)) {
    const endpoints = await endpointsFile(join(root, "backend/assets/generated/openapi.json"), isTheirs);
    put(`frontend/src/api/generated/${caller}.ts`, await formatted(endpoints, "ts"));
  }
  put("frontend/src/api/generated/calls.ts", await formatted(callsFile(sorted(description)), "ts"));
  put("docs/roles.md", await rolesPage(sorted(description)));
  put("frontend/src/api/generated/right-calls.ts", await rightCalls(sorted(description)));
  put("docs/architecture.md", await architecturePage());
  for (const [path, text] of await operationsPages()) put(path, text);
  const { walksPage } = await import("./check-walks.mjs");
  put("docs/flows/walks.md", await walksPage());
}

if (onlyMessages) await generateMessages();
else if (!onlySchema) await generateFromCode();
if (!check && !onlyMessages) {
  if (onlySchema) compile();
  put("backend/assets/generated/schema.sql", await schemaFile());
}

if (stale.length > 0) {
  console.error(`Generated files are out of date: ${stale.join(", ")}. Run \`npm run generate\` and commit them.`);
  process.exit(1);
}
