/**
 * Fails when the first load of / ships more JavaScript than it may: the entry and the home page with everything they
 * import, gzipped. Reads the manifest of the build in dist/site, or in the folder given as the first argument; build
 * first (`npm run build`).
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

/** The most that may be shipped, in bytes, gzipped (the issue "The public browsing area"). */
export const MAX_FIRST_LOAD = 190_000;
const ENTRIES = ["index.html", "src/features/content/home/home.page.tsx"];

/** The files of some entries and of all that they import at once, without repeats. */
export function filesOf(manifest, entries) {
  const seen = new Set();
  const visit = (key) => {
    if (seen.has(key)) return;
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`The build has no ${key}`);
    seen.add(key);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const entry of entries) visit(entry);
  return [...seen].map((key) => manifest[key].file);
}

/** The size of each file of the first load of /, gzipped, in bytes; biggest first. */
export function firstLoad(site) {
  const manifest = JSON.parse(readFileSync(join(site, ".vite/manifest.json"), "utf8"));
  return filesOf(manifest, ENTRIES)
    .map((file) => ({ file, bytes: gzipSync(readFileSync(join(site, file)), { level: 6 }).length }))
    .toSorted((a, b) => b.bytes - a.bytes);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const files = firstLoad(process.argv[2] ?? fileURLToPath(new URL("../dist/site", import.meta.url)));
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { file, bytes } of files) console.log(`${(bytes / 1000).toFixed(1).padStart(7)} kB  ${file}`);
  const verdict = `First load of /: ${(total / 1000).toFixed(1)} kB of JavaScript gzipped, at most ${MAX_FIRST_LOAD / 1000} kB`;
  if (total > MAX_FIRST_LOAD) {
    console.error(`${verdict}: too much.`);
    process.exitCode = 1;
  } else console.log(`${verdict}.`);
}
