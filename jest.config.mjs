import { packageFiles } from "./frontend/scripts/packages-for-specs.mjs";

/** One jest project per workspace; nothing needs to be built (see docs/architecture.md, Tests). */
const swc = (extra = {}) => [
  "@swc/jest",
  {
    jsc: {
      parser: { syntax: "typescript", tsx: true, decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: "automatic" }, ...extra },
      target: "es2022",
      keepClassNames: true,
    },
    module: { type: "es6" },
    sourceMaps: "inline",
  },
];

const project = (name, { environment = "node", conditions = ["source", "node", "node-addons"], ...more } = {}) => ({
  displayName: name,
  rootDir: `<rootDir>/${name}`,
  testEnvironment: environment,
  testEnvironmentOptions: { customExportConditions: conditions },
  testMatch: ["<rootDir>/(src|test)/**/*.spec.ts?(x)"],
  testPathIgnorePatterns: ["/node_modules/", "/dist/"],
  modulePathIgnorePatterns: ["<rootDir>/dist/"],
  extensionsToTreatAsEsm: [".ts", ".tsx"],
  moduleNameMapper: { "^(\\.{1,2}/.*)\\.js$": "$1" },
  transform: { "^.+\\.tsx?$": swc() },
  ...more,
  setupFilesAfterEnv: ["<rootDir>/../testkit/jest/retry-once.mjs", ...(more.setupFilesAfterEnv ?? [])],
});

/** Node's workspaces: modules are loaded by Node itself, once per worker (testkit/jest/runner.mjs). */
const native = (name) =>
  project(name, {
    environment: "<rootDir>/../testkit/jest/environment.mjs",
    testRunner: "<rootDir>/../testkit/jest/runner.mjs",
    transform: {},
  });

export default {
  // For every test and hook, and none has its own: a hung one is found, a slow machine is not. What waits for something
  // gives up earlier and says for what (until).
  testTimeout: 600_000,
  // Each spec leaves its modules behind in its worker, and at the heap's limit everything takes five times as long: a
  // worker that has grown is replaced.
  workerIdleMemoryLimit: "2GB",
  // A run's own temporary folder goes with it.
  cacheDirectory: "<rootDir>/node_modules/.cache/jest",
  testSequencer: "./testkit/jest/sequencer.mjs",
  projects: [
    native("domain"),
    native("workflows"),
    native("backend"),
    native("simulators"),
    native("testkit"),
    project("frontend", {
      environment: "<rootDir>/src/test/jsdom-environment.mjs",
      // Not "source" as elsewhere: Chakra's own packages name sources there that they don't ship.
      conditions: ["browser"],
      moduleNameMapper: {
        ...packageFiles,
        "^@sakhi/domain/(.*)$": "<rootDir>/../domain/src/$1",
        "^(\\.{1,2}/.*)\\.js$": "$1",
        "^(.+\\.svg)\\?no-inline$": "$1",
      },
      extensionsToTreatAsEsm: [".ts", ".tsx", ".md", ".svg"],
      transform: {
        "^.+\\.tsx?$": swc(),
        "\\.md$": "<rootDir>/scripts/documents.mjs",
        "\\.svg$": "<rootDir>/scripts/drawings.mjs",
      },
      globalSetup: "<rootDir>/scripts/packages-for-specs.mjs",
      setupFilesAfterEnv: ["<rootDir>/src/test/setup.ts"],
    }),
  ],
};
