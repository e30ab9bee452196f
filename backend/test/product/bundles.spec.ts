import { fileURLToPath } from "node:url";
import { expect, it } from "@jest/globals";
import { required } from "@sakhi/testkit/database";
import { PROVIDER } from "@sakhi/testkit/payment-simulator";
import { baseEnv, requireBundles } from "@sakhi/testkit/product";
import { execa } from "execa";

const ADMINISTRATOR = fileURLToPath(new URL("../../dist/bundle/administrator.js", import.meta.url));

it("a bundle's stack traces point to source lines", async () => {
  await requireBundles();
  const { exitCode, stderr } = await execa(process.execPath, ["--enable-source-maps", ADMINISTRATOR, "list"], {
    env: {
      ...baseEnv(),
      ...PROVIDER,
      // The server's default database, without our tables.
      DATABASE_URL: required("DATABASE_URL"),
      TEMPORAL_ADDRESS: "127.0.0.1:1",
      SMTP_URL: "smtp://127.0.0.1:1",
      COOKIE_SECRET: "a-cookie-secret-for-tests",
      METRICS_TOKEN: "a-metrics-token-for-tests",
    },
    extendEnv: false,
    reject: false,
  });
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/^QueryFailedError: relation "administrators" does not exist$/m);
  expect(stderr).toMatch(/backend\/src\/accounts\/administrator-command\.ts:\d+/);
  expect(stderr).toMatch(/backend\/src\/main\.administrator\.ts:\d+/);
  // Frames of packages point into the bundle, or into what the commands share.
  expect(stderr).toMatch(/PostgresQueryRunner\.query \(\S*backend\/dist\/bundle\/[\w-]+\.js:\d+/);
});
