// @ts-check
/** A decoder that was taken over: tries what it must not, and says what it got. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";

/** @param {() => unknown} attempt @returns {string} */
function got(attempt) {
  try {
    return `got ${String(attempt()).slice(0, 40)}`;
  } catch {
    return "refused";
  }
}

process.once("disconnect", () => process.exit(1));
process.once("message", async (/** @type {{ bytes: Uint8Array }} */ { bytes }) => {
  const { port, secret, parent } = JSON.parse(Buffer.from(bytes).toString());
  const network = await new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve("got a connection"));
    socket.once("error", () => resolve("refused"));
  });
  const tried = {
    "the parent's environment": got(() => readFileSync(`/proc/${parent}/environ`)),
    "the first process's environment": got(() => readFileSync("/proc/1/environ")),
    "its own parent's environment": got(() => readFileSync(`/proc/${process.ppid}/environ`)),
    "a file of the product": got(() => readFileSync(secret)),
    "the machine's users": got(() => readFileSync("/etc/passwd")),
    "a program": got(() => execFileSync("/bin/ls")),
    "writing a file": got(() => writeFileSync("/tmp/planted", "x")),
    "our settings": process.env["PLANTED_SECRET"] === undefined ? "refused" : "got it",
    "the network": network,
  };
  process.send?.(tried, () => process.disconnect());
});
process.send?.("ready");
