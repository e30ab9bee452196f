/**
 * `npm start`: installs and builds, starts the servers and the product, supervises them, and stops everything on Ctrl-C
 * or SIGTERM (docs/running.md). Saves Docker and the installation of PostgreSQL, Temporal, a mail server and a provider: a
 * fresh clone runs with this one command. This file and its static imports run before packages are installed.
 */
import { command } from "./lib/command.mjs";
import { environment } from "./lib/files.mjs";
import { isProduction } from "./lib/settings.mjs";

const env = environment();
await command(
  async ({ stop, temporal }) => {
    const { start } = await import("./lib/start.mjs");
    return start(env, stop, temporal);
  },
  { env, installs: env["SAKHI_SKIP_BUILD"] !== "1", temporal: !env["TEMPORAL_ADDRESS"] && !isProduction(env) },
);
