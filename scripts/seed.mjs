/**
 * npm run seed -- --demo | --scale N | --remove-demo
 * Plants the demonstration coupons and catalogue if they never were, adds N listings for measuring, or takes all of that
 * out again. Works on the database of DATABASE_URL (or of MIGRATION_DATABASE_URL, the owner's); the other settings are
 * not used and only have to be there.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
if (process.env["DATABASE_URL"] === undefined) {
  console.error("DATABASE_URL is missing: say which database to seed, e.g. the one npm start prints.");
  process.exit(2);
}
const compiled = spawnSync(
  process.execPath,
  [join(root, "node_modules/typescript/bin/tsc"), "-b", "backend"],
  {
    cwd: root,
    stdio: "inherit",
  },
);
if (compiled.status !== 0) process.exit(1);
const at = process.argv.indexOf("--scale");
const scale = at === -1 ? undefined : process.argv[at + 1];
const notUsed = "not-used-when-seeding";
const run = (script, args) => {
  const { status } = spawnSync(process.execPath, [join(root, script), ...args], {
    stdio: "inherit",
    env: {
      TEMPORAL_ADDRESS: "127.0.0.1:1",
      SMTP_URL: "smtp://127.0.0.1:1",
      CASHFREE_CLIENT_ID: notUsed,
      CASHFREE_CLIENT_SECRET: notUsed,
      COOKIE_SECRET: notUsed,
      METRICS_TOKEN: notUsed,
      ...process.env,
    },
  });
  if (status !== 0) process.exit(status ?? 1);
};
run("backend/dist/main.seed.js", scale === undefined ? process.argv.slice(2) : ["--demo"]);
if (scale !== undefined) run("scripts/bench/listings.mjs", [scale]);
