/** What the commands say to the person at the terminal. What the processes write goes to files. */

/**
 * A failure whose message is the sentence a person should read: printed alone, without a stack. Everything else that
 * is thrown is a defect of ours.
 */
export class ClearError extends Error {}

/** @param {unknown} error @returns {string} what to print for a failure */
export function describe(error) {
  if (error instanceof ClearError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** @param {string} text one line */
export function say(text) {
  process.stdout.write(`${text}\n`);
}

/** @param {string} text one line, for what went wrong */
export function complain(text) {
  process.stderr.write(`${text}\n`);
}

/** @param {number} ms @returns {string} "0.4 s", "12 s", "3 min 5 s" */
export function duration(ms) {
  if (ms < 9_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** @param {string} text @param {number} [count] @returns {string} its last lines that say something, indented */
export function lastLines(text, count = 15) {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines
    .map((line) => `    ${line}`)
    .slice(-count)
    .join("\n");
}

/**
 * Does a piece of work. Slow work prints a line after two seconds and every ten, so that nobody takes slow for stuck.
 * @template T
 * @param {string} what "installing the packages"
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function progress(what, work) {
  const started = Date.now();
  let lines = 0;
  const timer = setInterval(() => {
    if ((Date.now() - started) / 10_000 < lines) return;
    lines += 1;
    say(`  … ${what} (${duration(Date.now() - started)})`);
  }, 2_000);
  try {
    const result = await work();
    if (lines > 0) say(`  ✓ ${what}: ${duration(Date.now() - started)}`);
    return result;
  } finally {
    clearInterval(timer);
  }
}
