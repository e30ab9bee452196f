/**
 * Makes what is generated from the code, and with --check fails where the committed copy differs:
 *   backend/src/generated/openapi-metadata.ts   DTO and response comments, limits and types for the API description
 *   backend/src/generated/openapi.json          the API description
 *   frontend/src/api/generated/api.ts           RTK Query endpoints and types of that description
 * Needs the packages installed; without --check it compiles the backend itself, with --check it expects it compiled.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const check = process.argv.includes("--check");
const stale = [];

function put(path, text) {
  const file = join(root, path);
  let committed = "";
  try {
    committed = readFileSync(file, "utf8");
  } catch {
    // Not there yet: it differs.
  }
  if (committed === text) return;
  if (check) {
    stale.push(path);
    return;
  }
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

async function metadata() {
  const { ReadonlyVisitor } = await import("@nestjs/swagger/plugin");
  const typescript = (await import("typescript")).default;
  const configPath = join(root, "backend/tsconfig.json");
  const parsed = typescript.getParsedCommandLineOfConfigFile(
    configPath,
    {},
    { ...typescript.sys, onUnRecoverableConfigFileDiagnostic: () => undefined },
  );
  const program = typescript.createProgram({
    rootNames: parsed.fileNames,
    options: parsed.options,
    projectReferences: parsed.projectReferences,
  });
  const visitor = new ReadonlyVisitor({
    pathToSource: join(root, "backend/src/generated"),
    introspectComments: true,
    classValidatorShim: true,
    dtoFileNameSuffix: [".dto.ts", ".response.ts", "error-answer.ts", "health.controller.ts"],
    controllerFileNameSuffix: ".controller.ts",
  });
  for (const file of program.getSourceFiles()) {
    if (!file.isDeclarationFile && !file.fileName.includes("node_modules")) visitor.visit(program, file);
  }
  return visitor;
}

const collected = await metadata();
console.log(Object.keys(collected.collect()));
console.log(collected.typeImports);
