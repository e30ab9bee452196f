/**
 * npm run administrator -- list
 * npm run administrator -- add <name> [--role viewer|operator] [--make-up]
 * npm run administrator -- password <name> [--make-up]
 * npm run administrator -- role <name> viewer|operator
 * npm run administrator -- disable|enable|remove|reset-second-factor <name>
 * Works on the database of DATABASE_URL, or of the product that runs on DATA_DIR (.data). The password is asked for
 * at the terminal, read from what is piped in, or made up and shown with --make-up.
 */
import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { sentenceOf } from "./lib/clear-error.mjs";
import { withEnvFile } from "./lib/env-file.mjs";
import { readJson } from "./lib/files.mjs";
import { complain } from "./lib/log.mjs";
import { root } from "./lib/paths.mjs";

/** @returns {number} exit code */
function main() {
  const ignoreFile = process.env["SAKHI_IGNORE_ENV_FILE"] === "1";
  const env = withEnvFile(ignoreFile ? "/dev/null" : join(root, ".env"), process.env);
  const dataDir = resolve(root, env["DATA_DIR"] || ".data");
  const running = readJson(join(dataDir, "addresses.json"));
  const databaseUrl = env["DATABASE_URL"] || running?.databaseUrl;
  if (databaseUrl === undefined) {
    complain(`Nothing runs on ${dataDir}: start the product first (npm start), or set DATABASE_URL.`);
    return 2;
  }
  if (env["SAKHI_SKIP_BUILD"] !== "1") {
    const compiler = join(root, "node_modules/typescript/bin/tsc");
    const compiled = spawnSync(process.execPath, [compiler, "-b", "backend"], {
      cwd: root,
      stdio: "inherit",
    });
    if (compiled.status !== 0) return 1;
  }
  const notUsed = "not-used-for-administrators";
  const entry = join(root, "backend/dist/main.administrator.js");
  const done = spawnSync(process.execPath, [entry, ...process.argv.slice(2)], {
    stdio: "inherit",
    env: {
      TEMPORAL_ADDRESS: "127.0.0.1:1",
      SMTP_URL: "smtp://127.0.0.1:1",
      CASHFREE_CLIENT_ID: notUsed,
      CASHFREE_CLIENT_SECRET: notUsed,
      COOKIE_SECRET: notUsed,
      METRICS_TOKEN: notUsed,
      ...env,
      DATABASE_URL: databaseUrl,
    },
  });
  return done.status ?? 1;
}

try {
  process.exitCode = main();
} catch (error) {
  complain(sentenceOf(error));
  process.exitCode = 1;
}
