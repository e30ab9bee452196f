/**
 * Jest's globalSetup of the frontend: bundles each package that screens and specs use into one tree-shaken file; together
 * they consist of five thousand modules.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundlePackages, mapperOf } from "../../testkit/jest/bundled-packages.mjs";

const FRONTEND = fileURLToPath(new URL("..", import.meta.url));
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
export const packageFiles = mapperOf("frontend", PACKAGES, "mjs");

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
  return new Map(
    Object.entries(names).map(([from, found]) => {
      const values = [...found].filter((name) => name !== "" && !name.startsWith("type ")).toSorted();
      return [from, `export { ${values.join(", ")} } from "${from}";`];
    }),
  );
}

export default async function bundle() {
  const modules = entries();
  await bundlePackages({
    workspace: "frontend",
    packages: PACKAGES,
    madeOf: JSON.stringify([...modules]),
    entries: async () => modules,
    input: async () => {
      const { esmExternalRequirePlugin } = await import("rolldown/plugins");
      return {
        platform: "neutral",
        resolve: { conditionNames: ["browser", "import", "default"], mainFields: ["module", "main"] },
        plugins: [esmExternalRequirePlugin({ external: [SHARED] })],
      };
    },
    ending: "mjs",
  });
}
