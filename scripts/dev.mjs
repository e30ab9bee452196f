/**
 * `npm run dev`: the product while you change it (docs/development.md). Servers start once; saved changes are seen in
 * seconds, with state kept. This file and its static imports run before packages are installed.
 */
import { command } from "./lib/command.mjs";
import { environment } from "./lib/files.mjs";

const env = environment();
await command(
  async ({ stop, temporal }) => {
    const { dev } = await import("./lib/dev.mjs");
    return dev(env, stop, temporal);
  },
  { env, temporal: !env["TEMPORAL_ADDRESS"] },
);
