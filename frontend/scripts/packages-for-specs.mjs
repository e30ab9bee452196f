/**
 * jest's globalSetup of the frontend: the packages of the screens, each in one file. jest evaluates every module again
 * for each spec file, and Chakra, its charts and the icons come in four thousand.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const FRONTEND = fileURLToPath(new URL("..", import.meta.url));
const FOLDER = fileURLToPath(new URL("../../node_modules/.cache/sakhi-frontend-packages/", import.meta.url));
const MADE_OF = join(FOLDER, "made-of");
/** Loaded by jest itself: there may be only one of each. */
const SHARED = /^(react|react-dom|react-is|scheduler)(\/|$)/;
/** Package → its file. */
const PACKAGES = {
  "@chakra-ui/react": "chakra-react",
  "@chakra-ui/charts": "chakra-charts",
  "@emotion/react": "emotion-react",
  "lucide-react": "lucide-react",
  recharts: "recharts",
};

/** For jest's moduleNameMapper. */
export const packageFiles = Object.fromEntries(
  Object.entries(PACKAGES).map(([name, file]) => [`^${name}$`, `${FOLDER}${file}.mjs`]),
);

export default async function bundlePackages() {
  const hash = createHash("sha256");
  for (const file of ["../package-lock.json", "scripts/packages-for-specs.mjs"])
    hash.update(readFileSync(join(FRONTEND, file)));
  const madeOf = hash.digest("hex");
  if (existsSync(MADE_OF) && readFileSync(MADE_OF, "utf8") === madeOf) return;
  const { rolldown } = await import("rolldown");
  const { esmExternalRequirePlugin } = await import("rolldown/plugins");
  const build = await rolldown({
    cwd: FRONTEND,
    input: Object.fromEntries(Object.entries(PACKAGES).map(([name, file]) => [file, name])),
    platform: "neutral",
    tsconfig: false,
    resolve: { conditionNames: ["browser", "import", "default"], mainFields: ["module", "main"] },
    plugins: [esmExternalRequirePlugin({ external: [SHARED] })],
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
  write(MADE_OF, madeOf);
}

function write(file, text) {
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
}
