/**
 * StrykerJS over the rules (`npm run lab -- stryker`): measures how many of several thousand mutants the specs detect
 * (docs/reliability.md). Excludes files that contain data but no rules.
 *
 * @type {import("@stryker-mutator/api/core").PartialStrykerOptions}
 */
export default {
  testRunner: "jest",
  testRunnerNodeArgs: [],
  jest: { configFile: "lab/stryker/jest.config.cjs", enableFindRelatedTests: true },
  plugins: ["@stryker-mutator/jest-runner"],
  mutate: [
    "domain/src/**/*.ts",
    "!domain/src/**/*.spec.ts",
    "!domain/src/**/*.dto.ts",
    "!domain/src/catalogue/{category-lists,ngo-brands,categories}.ts",
    "!domain/src/invoices/gst-states.ts",
    "!domain/src/site/{site.page-list,page-heads,modules}.ts",
    "!domain/src/errors/error-codes.ts",
  ],
  // Copies only these; packages are linked.
  ignorePatterns: ["**", "!domain/**", "!lab/stryker/**", "!package.json", "!tsconfig.base.json", "domain/dist"],
  coverageAnalysis: "perTest",
  concurrency: 2,
  incremental: true,
  incrementalFile: "node_modules/.cache/stryker.json",
  tempDirName: ".stryker-tmp",
  reporters: ["clear-text", "json"],
  jsonReporter: { fileName: "node_modules/.cache/stryker-report.json" },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  // Mutants in module-level tables would run every test, and the tables have their own specs.
  ignoreStatic: true,
  thresholds: { high: 95, low: 90, break: 85 },
  timeoutMS: 20_000,
  allowEmpty: false,
};
