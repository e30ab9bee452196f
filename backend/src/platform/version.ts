import { readFileSync } from "node:fs";
import { BACKEND, REPOSITORY } from "./folders.js";

/** Written by each build (backend/scripts/bundle.mjs). */
const OF_BUILD = new URL("dist/bundle/version.json", BACKEND);
const PACKAGE = new URL("package.json", REPOSITORY);

function versionIn(file: URL): string | undefined {
  try {
    const { version } = JSON.parse(readFileSync(file, "utf8")) as { version?: unknown };
    return typeof version === "string" ? version : undefined;
  } catch {
    return undefined;
  }
}

/** The running release: the package's version and the commit it was built from, e.g. 0.1.0+6e2a89d7. */
export const VERSION = versionIn(OF_BUILD) ?? versionIn(PACKAGE) ?? "unknown";
