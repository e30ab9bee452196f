import { url as inspectorUrl } from "node:inspector";
import { packageFiles as backendPackages } from "./backend/scripts/packages-for-specs.mjs";
import { packageFiles } from "./frontend/scripts/packages-for-specs.mjs";

/** A debugger reads inline maps only; without one they are text that is read and parsed again for each spec file. */
const isDebugged = inspectorUrl() !== undefined;

/** Equal to the compiler's options (tsconfig.base.json). */
const swc = [
  "@swc/jest",
  {
    jsc: {
      parser: { syntax: "typescript", tsx: true, decorators: true },
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        useDefineForClassFields: false,
        react: { runtime: "automatic" },
      },
      target: "es2022",
      keepClassNames: true,
    },
    module: { type: "es6" },
    sourceMaps: isDebugged ? "inline" : true,
  },
];

/** jest's environment of Node, with the processor time of each spec file written down. */
const METERED = "<rootDir>/../testkit/jest/metered.mjs";

/** One jest project per workspace; no build needed (docs/architecture.md, Tests; docs/decisions/0056). */
const project = (name, { environment = METERED, conditions = ["source", "node", "node-addons"], ...more } = {}) => ({
  displayName: name,
  rootDir: `<rootDir>/${name}`,
  // Beside the packages' bundles. It also remembers how long each file took: the longest run first.
  cacheDirectory: "<rootDir>/../node_modules/.cache/jest",
  testEnvironment: environment,
  testEnvironmentOptions: { customExportConditions: conditions },
  testMatch: ["<rootDir>/(src|test)/**/*.spec.ts?(x)"],
  testPathIgnorePatterns: ["/node_modules/", "/dist/"],
  modulePathIgnorePatterns: ["<rootDir>/dist/"],
  extensionsToTreatAsEsm: [".ts", ".tsx"],
  moduleNameMapper: { "^(\\.{1,2}/.*)\\.js$": "$1" },
  transform: { "^.+\\.tsx?$": swc },
  ...more,
  setupFilesAfterEnv: ["<rootDir>/../testkit/jest/retry-once.mjs", ...(more.setupFilesAfterEnv ?? [])],
});

export default {
  // One timeout for all tests and hooks, to detect hangs but not slow machines. `until` times out earlier and names the
  // condition.
  testTimeout: 600_000,
  // Specs leave modules behind in their worker, which slows down near the heap's limit: replace large workers.
  workerIdleMemoryLimit: "1GB",
  // An idle worker frees its heap before it exits.
  workerGracefulExitTimeout: 10_000,
  testSequencer: "./testkit/jest/sequencer.mjs",
  projects: [
    project("domain"),
    project("workflows"),
    project("backend", {
      moduleNameMapper: { ...backendPackages, "^(\\.{1,2}/.*)\\.js$": "$1" },
      globalSetup: "<rootDir>/scripts/packages-for-specs.mjs",
    }),
    project("simulators"),
    project("testkit"),
    project("lab"),
    project("frontend", {
      environment: "<rootDir>/src/test/jsdom-environment.mjs",
      // Not "source" as elsewhere, because Chakra's packages declare sources that they don't ship.
      conditions: ["browser"],
      moduleNameMapper: {
        ...packageFiles,
        "^@sakhi/domain/(.*)$": "<rootDir>/../domain/src/$1",
        "^(\\.{1,2}/.*)\\.js$": "$1",
        "^(.+\\.svg)\\?no-inline$": "$1",
      },
      extensionsToTreatAsEsm: [".ts", ".tsx", ".md", ".svg"],
      transform: {
        "^.+\\.tsx?$": swc,
        "\\.md$": "<rootDir>/scripts/documents.mjs",
        "\\.svg$": "<rootDir>/scripts/drawings.mjs",
      },
      globalSetup: "<rootDir>/scripts/packages-for-specs.mjs",
      setupFilesAfterEnv: ["<rootDir>/src/test/setup.ts"],
    }),
  ],
};
