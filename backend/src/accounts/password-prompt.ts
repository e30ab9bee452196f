import { once } from "node:events";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";

/** Reads a password: typed unseen at a terminal, otherwise the first line of what is piped in. */
export async function readPassword(): Promise<string> {
  const { stdin, stderr } = process;
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  if (stdin.isTTY) stderr.write("Password: ");
  const lines = createInterface({ input: stdin, output: unseen, terminal: stdin.isTTY });
  try {
    const [line] = (await Promise.race([once(lines, "line"), once(lines, "close")])) as [string?];
    return line ?? "";
  } finally {
    lines.close();
    if (stdin.isTTY) stderr.write("\n");
  }
}
