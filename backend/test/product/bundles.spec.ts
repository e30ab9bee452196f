import { fileURLToPath } from "node:url";
import { expect, it } from "@jest/globals";
import { required } from "@sakhi/testkit/database";
import { PROVIDER } from "@sakhi/testkit/payment-simulator";
import { baseEnv, requireBundles } from "@sakhi/testkit/product";
import { execa } from "execa";

const ADMINISTRATOR = fileURLToPath(new URL("../../dist/bundle/administrator.js", import.meta.url));
const SQL = fileURLToPath(new URL("../../dist/bundle/sql.js", import.meta.url));
/** Settings with the server's default database, without our tables. */
const settings = () => ({
  ...baseEnv(),
  ...PROVIDER,
  DATABASE_URL: required("DATABASE_URL"),
  TEMPORAL_ADDRESS: "127.0.0.1:1",
  SMTP_URL: "smtp://127.0.0.1:1",
  COOKIE_SECRET: "a-cookie-secret-for-tests",
  METRICS_TOKEN: "a-metrics-token-for-tests",
});

it("a bundle's stack traces point to source lines", async () => {
  await requireBundles();
  const { exitCode, stderr } = await execa(process.execPath, ["--enable-source-maps", ADMINISTRATOR, "list"], {
    env: settings(),
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

// An exit cut it off after 64 KiB, more than which a pipe does not take at once.
it("a command prints a long answer whole", async () => {
  await requireBundles();
  const query = `"$0" "$1" "SELECT repeat('x', 200000) AS long" --json | cat | wc -c`;
  const { stdout } = await execa("sh", ["-c", query, process.execPath, SQL], {
    env: { ...settings(), PATH: process.env["PATH"] },
    extendEnv: false,
  });
  expect(Number(stdout)).toBe(200_000 + '{"long":""}\n'.length);
});
