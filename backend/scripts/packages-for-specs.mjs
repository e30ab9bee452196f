/**
 * Jest's globalSetup of the backend: bundles the packages that nearly every spec loads, two thousand modules: five of the
 * eight seconds until a spec has the api's module.
 */
import { bundlePackages, mapperOf } from "../../testkit/jest/bundled-packages.mjs";

/** Package → name of its bundle. */
const PACKAGES = {
  "@nestjs/common": "nest-common",
  "@nestjs/common/constants.js": "nest-constants",
  "@nestjs/core": "nest-core",
  "@nestjs/platform-fastify": "nest-fastify",
  "@nestjs/swagger": "nest-swagger",
  "@nestjs/bullmq": "nest-bullmq",
  bullmq: "bullmq",
  "class-transformer": "transformer",
  "class-validator": "validator",
  ioredis: "ioredis",
  nodemailer: "nodemailer",
  "prom-client": "prom-client",
  "rate-limiter-flexible": "rate-limiter-flexible",
  rxjs: "rxjs",
  typeorm: "typeorm",
};
/** Not bundled: they read files beside their own, or share classes with packages that do. */
const LEFT_OUT = ["@temporalio", "pg", "reflect-metadata", "swagger-ui-dist"];

/** Entries for Jest's moduleNameMapper. CommonJS, because packages that are not bundled require these. */
export const packageFiles = mapperOf("backend", PACKAGES, "cjs");

/** For each package, a module that re-exports everything. */
async function entries() {
  const modules = new Map();
  for (const name of Object.keys(PACKAGES)) {
    const exported = Object.keys(await import(name)).filter((each) => !["__esModule", "module.exports"].includes(each));
    modules.set(name, `export { ${exported.join(", ")} } from "${name}";`);
  }
  return modules;
}

export default () =>
  bundlePackages({
    workspace: "backend",
    packages: PACKAGES,
    madeOf: "",
    entries,
    input: async () => ({
      platform: "node",
      external: (id) => LEFT_OUT.some((left) => id === left || id.startsWith(`${left}/`)),
    }),
    ending: "cjs",
  });
