/**
 * Builds the site and the server's renderer of it, once for each language that is complete (docs/decisions/0130): English first, whose
 * folder holds the others. SITE_LANGUAGE=<code> builds that language alone. One that is not complete, and the pseudo-language `xx`, go to dist/preview,
 * for a look at them.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL("..", import.meta.url));
const VITE = join(dirname(createRequire(import.meta.url).resolve("vite/package.json")), "bin/vite.js");

/** @type {Record<string, { isComplete: boolean }>} */
const languages = JSON.parse(readFileSync(join(FOLDER, "../domain/messages/languages.json"), "utf8"));

const only = process.env["SITE_LANGUAGE"];
const complete = Object.keys(languages).filter((language) => languages[language]?.isComplete === true);

for (const language of only === undefined ? complete : [only]) {
  const rendered = language === "xx" ? [] : ["vite.server.config.ts"];
  for (const config of ["vite.config.ts", ...rendered]) {
    const { status } = spawnSync(process.execPath, [VITE, "build", "--config", config], {
      cwd: FOLDER,
      env: { ...process.env, SITE_LANGUAGE: language },
      stdio: "inherit",
    });
    if (status !== 0) process.exit(status ?? 1);
  }
}
