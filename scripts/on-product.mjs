/**
 * Runs a backend command on the database at DATABASE_URL, or of the product running on DATA_DIR (.data):
 *
 *   npm run administrator -- list
 *   npm run administrator -- add <name> [--role viewer|operator] [--make-up]
 *   npm run administrator -- password <name> [--make-up]
 *   npm run administrator -- role <name> viewer|operator
 *   npm run administrator -- disable|enable|remove|reset-second-factor <name>
 *   npm run person -- export|erase|correct <phone or email> …     data subject requests (docs/security.md)
 *   npm run verify -- [--json] [--grace <seconds>] [--orders <number>] [--only <rule,…>] [--without temporal,provider,pictures]
 *                                                                the invariants, read-only (docs/operations)
 *   npm run sql -- "SELECT …" [--json]                            one query, read-only (docs/operations)
 *   npm run recover [-- status | open --reason <text> [--yes]]   a database restored from a backup (docs/operations)
 *   npm run backup [-- list | check | drill | record | schedule]  database, pictures and record (docs/operations)
 *   npm run restore [-- <archive>]                               a backup into the empty database at DATABASE_URL
 *   npm run preflight [-- --dkim-selector <name>] [--json]      is everything right before visitors come (docs/deployment.md)?
 *   npm run whatsapp -- templates                                 registers the templates of messages at Meta, and says their state
 *   npm run seed -- --demo | --scale N | --remove-demo            the demonstration's coupons and catalogue
 */
import { join } from "node:path";
import { command } from "./lib/command.mjs";
import { environment, readJson, root } from "./lib/files.mjs";
import { printError } from "./lib/output.mjs";

const env = environment();

/** @param {string} name @param {string[]} args @returns {string[][]} commands to run in sequence */
function programs(name, args) {
  const entry = `backend/dist/bundle/${name}.js`;
  const scale = args.indexOf("--scale");
  if (name !== "seed" || scale === -1) return [[entry, ...args]];
  return [
    [entry, "--demo"],
    ["lab/support/listings.mjs", args[scale + 1] ?? ""],
  ];
}

/**
 * Skips the verification of parts without a configured address.
 * @param {Record<string, string>} settings
 * @param {string} unused
 * @returns {string[]}
 */
function withoutUnknown(settings, unused) {
  const unknown = [
    ...(settings["TEMPORAL_ADDRESS"] === "127.0.0.1:1" ? ["temporal"] : []),
    ...(settings["CASHFREE_CLIENT_ID"] === unused ? ["provider"] : []),
  ];
  return unknown.length === 0 ? [] : ["--without", unknown.join(",")];
}

/** @param {string[]} words the command's name and arguments @returns {Promise<number>} exit code */
async function run([name = "", ...args]) {
  const { execa } = await import("execa");
  const { dataFolderOf } = await import("./lib/settings.mjs");
  const { buildServers } = await import("./lib/build.mjs");
  const dataDir = dataFolderOf(env);
  const running = readJson(join(dataDir, "addresses.json"));
  const secrets = readJson(join(dataDir, "secrets.json"));
  const databaseUrl = env["DATABASE_URL"] || running?.databaseUrl;
  if (databaseUrl === undefined) {
    printError(`Nothing runs on ${dataDir}: start the product first (npm start), or set DATABASE_URL.`);
    return 2;
  }
  if (env["SAKHI_SKIP_BUILD"] !== "1") await buildServers({ env });
  // Placeholder for required settings that the commands do not use.
  const unused = "not-used-by-this-command";
  // The local product's servers; those of another database come from settings only.
  const local = env["DATABASE_URL"] ? undefined : running;
  /** @type {Record<string, string>} */
  const settings = {
    TEMPORAL_ADDRESS: local?.temporalAddress ?? "127.0.0.1:1",
    SMTP_URL: local?.smtp ?? "smtp://127.0.0.1:1",
    ...(local?.site && { PUBLIC_URL: local.site }),
    CASHFREE_CLIENT_ID: unused,
    CASHFREE_CLIENT_SECRET: unused,
    ...(local?.simulator && {
      CASHFREE_ENV: "sandbox",
      CASHFREE_CLIENT_ID: secrets.cashfreeClientId,
      CASHFREE_CLIENT_SECRET: secrets.cashfreeClientSecret,
      CASHFREE_BASE_URL: `${local.simulator}/pg`,
    }),
    ...local?.whatsapp,
    COOKIE_SECRET: secrets?.cookieSecret ?? unused,
    METRICS_TOKEN: unused,
    ...(local !== undefined && { RECORD_DIR: join(dataDir, "record") }),
    PICTURES_DIR: join(dataDir, "pictures"),
    BACKUP_DIR: join(dataDir, "backups"),
    ...env,
    DATABASE_URL: databaseUrl,
  };
  if (name === "verify") args.push(...withoutUnknown(settings, unused));
  for (const words of programs(name, args)) {
    const options = { cwd: root, stdio: "inherit", reject: false, env: settings };
    const { failed, exitCode = 1 } = await execa(process.execPath, words, /** @type {any} */ (options));
    if (failed) return exitCode;
  }
  return 0;
}

await command(({ args }) => run(args), { env, installs: env["SAKHI_SKIP_BUILD"] !== "1", temporal: false });
