/**
 * `npm start`: installs, builds, starts everything the product needs and the product itself, watches it, and stops it
 * all on Ctrl-C or SIGTERM (docs/running.md). This file and what it imports run before anything is installed.
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
