import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { withEnvFile } from "./env-file.mjs";
import { readJson } from "./files.mjs";
import { complain } from "./log.mjs";
import { root } from "./paths.mjs";

/**
 * Runs a command of the backend on the database of DATABASE_URL, or of the product that runs on DATA_DIR (.data), with
 * the arguments of this process.
 * @param {string} entry the compiled file, from the root
 * @returns {number} exit code
 */
export function runOnProduct(entry) {
  const ignoreFile = process.env["SAKHI_IGNORE_ENV_FILE"] === "1";
  const env = withEnvFile(ignoreFile ? "/dev/null" : join(root, ".env"), process.env);
  const dataDir = resolve(root, env["DATA_DIR"] || ".data");
  const databaseUrl = env["DATABASE_URL"] || readJson(join(dataDir, "addresses.json"))?.databaseUrl;
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
  // Settings that the processes need and a command does not use.
  const unused = "not-used-by-this-command";
  const done = spawnSync(process.execPath, [join(root, entry), ...process.argv.slice(2)], {
    stdio: "inherit",
    env: {
      TEMPORAL_ADDRESS: "127.0.0.1:1",
      SMTP_URL: "smtp://127.0.0.1:1",
      CASHFREE_CLIENT_ID: unused,
      CASHFREE_CLIENT_SECRET: unused,
      COOKIE_SECRET: readJson(join(dataDir, "secrets.json"))?.cookieSecret ?? unused,
      METRICS_TOKEN: unused,
      ...env,
      DATABASE_URL: databaseUrl,
    },
  });
  return done.status ?? 1;
}
