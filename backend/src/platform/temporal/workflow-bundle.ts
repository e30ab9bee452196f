import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { LoggerService } from "@nestjs/common";
import { bundleWorkflowCode, type WorkerOptions } from "@temporalio/worker";

/** The compiled workflows, and those of the domain's modules that they may import. */
const WORKFLOWS = fileURLToPath(new URL(".", import.meta.resolve("@sakhi/workflows/index")));
const DOMAIN = join(WORKFLOWS, "../../domain/dist");
const ROOT = join(WORKFLOWS, "../..");
const BUNDLE = join(WORKFLOWS, "bundle", "workflows.js");
/** The first line of a bundle: what it was made of. */
const HEADER = "// made of ";

/** What a worker is given to run our workflows: a bundle, or where to make one of. */
export type BundledWorkflows = Pick<WorkerOptions, "workflowsPath"> | Pick<WorkerOptions, "workflowBundle">;

/**
 * The workflows as the build bundled them, so that a worker is ready in a moment. Where the bundle is missing or was
 * made of other code than is compiled now (`npx tsc -b` alone makes none), the worker bundles them itself, which takes
 * some seconds: a run may never meet workflows that are not those of this build.
 */
export function builtWorkflows(log: Pick<LoggerService, "warn">): BundledWorkflows {
  if (isUpToDate()) return { workflowBundle: { codePath: BUNDLE } };
  log.warn("The workflows are not bundled: `node backend/dist/main.bundle.js` does it at build.");
  return { workflowsPath: join(WORKFLOWS, "index.js") };
}

/**
 * Bundles the compiled workflows into workflows/dist/bundle, unless that was done already. The same code gives the same
 * bundle, wherever it is made.
 *
 * @returns whether there was anything to do
 */
export async function buildWorkflows(): Promise<boolean> {
  if (isUpToDate()) return false;
  const fingerprint = fingerprintOfSources();
  const { code } = await bundleWorkflowCode({ workflowsPath: join(WORKFLOWS, "index.js"), logger: SILENT });
  mkdirSync(dirname(BUNDLE), { recursive: true });
  // Whole, or not at all: another process may be reading it.
  const unfinished = `${BUNDLE}.${process.pid}`;
  writeFileSync(unfinished, `${HEADER}${fingerprint}\n${withoutPlace(code)}`);
  renameSync(unfinished, BUNDLE);
  return true;
}

function isUpToDate(): boolean {
  if (!existsSync(BUNDLE)) return false;
  const [header] = readFileSync(BUNDLE, "utf8").split("\n", 1);
  return header === `${HEADER}${fingerprintOfSources()}`;
}

/** Everything a bundle depends on, as one hash: our compiled code and Temporal's version. */
function fingerprintOfSources(): string {
  const hash = createHash("sha256");
  hash.update(readFileSync(createRequire(import.meta.url).resolve("@temporalio/worker/package.json")));
  for (const folder of [WORKFLOWS, DOMAIN]) {
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".js") && !file.startsWith("bundle") && !file.startsWith("spec"))
      .sort();
    for (const file of files) hash.update(`${file}\n`).update(readFileSync(join(folder, file)));
  }
  return hash.digest("hex");
}

const SOURCE_MAP = /^(\/\/# sourceMappingURL=data:application\/json;[^,]*base64,)([\w+/=]+)$/m;

/** The bundle with the paths in its source map made relative: where it was made is nobody's business. */
function withoutPlace(code: string): string {
  return code.replace(SOURCE_MAP, (_line, start: string, encoded: string) => {
    const map = Buffer.from(encoded, "base64").toString("utf8").replaceAll(ROOT, ".");
    return `${start}${Buffer.from(map).toString("base64")}`;
  });
}

const silent = (): void => undefined;
const SILENT = { log: silent, trace: silent, debug: silent, info: silent, warn: silent, error: silent };
