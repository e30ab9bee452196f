/**
 * A container's health check, in the image's own Node. Each argument is an address that must answer 2xx,
 * `connected:<port>`: this container must hold a connection to that port of another, or `socket:<path>`: something
 * must listen there.
 *
 *   node deploy/health.mjs http://127.0.0.1:3000/readyz connected:5432
 */
import { readFileSync } from "node:fs";
import { connect } from "node:net";

/** @param {string} port @returns {boolean} */
function isConnected(port) {
  const wanted = Number(port).toString(16).toUpperCase().padStart(4, "0");
  const established = "01";
  return ["/proc/net/tcp", "/proc/net/tcp6"].some((table) =>
    readFileSync(table, "utf8")
      .split("\n")
      .map((line) => line.trim().split(/\s+/))
      .some(([, , remote, state]) => state === established && remote?.split(":").at(-1) === wanted),
  );
}

/** @param {string} path @returns {Promise<boolean>} */
function isListening(path) {
  return new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

/** @param {string} check @returns {Promise<boolean>} */
async function holds(check) {
  if (check.startsWith("connected:")) return isConnected(check.slice("connected:".length));
  if (check.startsWith("socket:")) return isListening(check.slice("socket:".length));
  try {
    return (await fetch(check, { signal: AbortSignal.timeout(4_000) })).ok;
  } catch {
    return false;
  }
}

const checks = process.argv.slice(2);
const failed = [];
for (const check of checks) if (!(await holds(check))) failed.push(check);
for (const check of failed) console.error(`does not hold: ${check}`);
process.exit(failed.length > 0 || checks.length === 0 ? 1 : 0);
