const { join } = require("node:path");

/** The specs of domain/ for StrykerJS, which mutates and reloads modules: by jest's own module system, as CommonJS. */
const swc = {
  jsc: {
    parser: { syntax: "typescript", decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    target: "es2022",
    keepClassNames: true,
  },
  module: { type: "commonjs" },
  sourceMaps: "inline",
};

module.exports = {
  rootDir: join(__dirname, "../../domain"),
  testEnvironment: "node",
  testMatch: ["<rootDir>/src/**/*.spec.ts"],
  moduleNameMapper: { "^(\\.{1,2}/.*)\\.js$": "$1" },
  transform: { "^.+\\.ts$": ["@swc/jest", swc] },
};
