/**
 * Jest's globalSetup of the frontend: bundles each package that screens and specs use into one tree-shaken file. Jest
 * resolves and evaluates every module again for each spec file, and these packages consist of five thousand.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const FRONTEND = fileURLToPath(new URL("..", import.meta.url));
const FOLDER = fileURLToPath(new URL("../../node_modules/.cache/sakhi-frontend-packages/", import.meta.url));
const HASH_FILE = join(FOLDER, "made-of");
/** Loaded by Jest itself and must be singletons, so they stay external. */
const SHARED = /^(react|react-dom|react-is|scheduler)(\/|$)/;
/** `import { … } from "…"`, but not `import type`. */
const IMPORT = /^import \{([^}]*)\} from "([^"]+)"/gm;
/** Package → name of its bundle. */
const PACKAGES = {
  "@chakra-ui/react": "chakra-react",
  "@chakra-ui/charts": "chakra-charts",
  "@emotion/react": "emotion-react",
  "lucide-react": "lucide-react",
  recharts: "recharts",
  "react-router-dom": "router",
  "react-redux": "redux",
  "@reduxjs/toolkit": "toolkit",
  "@reduxjs/toolkit/query": "query",
  "@reduxjs/toolkit/query/react": "query-react",
  "react-hook-form": "form",
  "@hookform/resolvers/class-validator": "resolver",
  "class-validator": "validator",
  "class-transformer": "transformer",
  "@testing-library/react": "testing",
  "@testing-library/user-event": "user-event",
};

/** Entries for Jest's moduleNameMapper. */
export const packageFiles = Object.fromEntries(
  Object.entries(PACKAGES).map(([name, file]) => [`^${name}$`, `${FOLDER}${file}.mjs`]),
);

/** For each package, a module that re-exports the values which the frontend and the domain import from it. */
function entries() {
  const names = Object.fromEntries(Object.keys(PACKAGES).map((name) => [name, new Set()]));
  const sources = ["src", "../domain/src"].flatMap((folder) =>
    readdirSync(join(FRONTEND, folder), { recursive: true })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => join(FRONTEND, folder, file)),
  );
  for (const file of sources) {
    for (const [, imported, from] of readFileSync(file, "utf8").matchAll(IMPORT)) {
      for (const name of imported.split(",")) names[from]?.add(name.trim().split(" as ")[0]);
    }
  }
  return Object.entries(names).map(([from, found]) => {
    const values = [...found].filter((name) => name !== "" && !name.startsWith("type ")).toSorted();
    return [from, `export { ${values.join(", ")} } from "${from}";`];
  });
}

export default async function bundlePackages() {
  const modules = entries();
  const hash = createHash("sha256").update(JSON.stringify(modules));
  for (const file of ["../package-lock.json", "scripts/packages-for-specs.mjs"])
    hash.update(readFileSync(join(FRONTEND, file)));
  const inputHash = hash.digest("hex");
  if (existsSync(HASH_FILE) && readFileSync(HASH_FILE, "utf8") === inputHash) return;
  const { rolldown } = await import("rolldown");
  const { esmExternalRequirePlugin } = await import("rolldown/plugins");
  const build = await rolldown({
    cwd: FRONTEND,
    input: Object.fromEntries(modules.map(([name]) => [PACKAGES[name], `used:${name}`])),
    platform: "neutral",
    tsconfig: false,
    resolve: { conditionNames: ["browser", "import", "default"], mainFields: ["module", "main"] },
    plugins: [
      esmExternalRequirePlugin({ external: [SHARED] }),
      {
        name: "used",
        resolveId: (id) => (id.startsWith("used:") ? id : undefined),
        load: (id) => (id.startsWith("used:") ? new Map(modules).get(id.slice("used:".length)) : undefined),
      },
    ],
    onLog: () => undefined,
  });
  const { output } = await build.generate({
    format: "esm",
    entryFileNames: "[name].mjs",
    chunkFileNames: "shared-[name].mjs",
    keepNames: true,
    comments: false,
  });
  await build.close();
  mkdirSync(FOLDER, { recursive: true });
  for (const { fileName, code = "" } of output) write(join(FOLDER, fileName), code);
  write(HASH_FILE, inputHash);
}

function write(file, text) {
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
}
