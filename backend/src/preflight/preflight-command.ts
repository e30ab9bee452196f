import { promises as dns } from "node:dns";
import { parseArgs } from "node:util";
import { SentenceError } from "../platform/commands/sentence-error.js";

const USAGE = "npm run preflight [-- --dkim-selector <name>] [--json]";

/** A wrong command line; printed without a stack. */
export class PreflightCommandError extends SentenceError {}

/** A parsed command line. @throws PreflightCommandError */
export function readPreflightCommand(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { "dkim-selector": { type: "string" }, json: { type: "boolean", default: false } },
    });
    const selector = values["dkim-selector"];
    if (selector !== undefined && !/^[\w.-]{1,63}$/.test(selector)) throw new PreflightCommandError(USAGE);
    return { dkimSelector: selector, json: values.json };
  } catch {
    throw new PreflightCommandError(USAGE);
  }
}

/** This machine's DNS. */
export const systemDns = new dns.Resolver({ timeout: 3_000, tries: 2 });
