import { promises as dns } from "node:dns";
import { connect as connectTls } from "node:tls";
import { parseArgs } from "node:util";

const USAGE = "npm run preflight [-- --dkim-selector <name>] [--json]";

/** A wrong command line; printed without a stack. */
export class PreflightCommandError extends Error {}

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

/** Timeout of the TLS handshake, in ms. */
const HANDSHAKE_MS = 8_000;

/** End of the certificate that a host presents. @throws if it is not valid for that host, or nothing answers */
export function certificateEnd(host: string, port: number): Promise<Date> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({ host, port, servername: host, timeout: HANDSHAKE_MS }, () => {
      const { valid_to: end } = socket.getPeerCertificate();
      socket.end();
      resolve(new Date(end));
    });
    socket.once("timeout", () => socket.destroy(new Error("no answer")));
    socket.once("error", reject);
  });
}
