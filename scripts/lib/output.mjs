/** Terminal output of the commands. The processes' output goes to files. */

/**
 * An expected failure with a message for the user, printed without a stack. Any other error is a defect.
 */
export class ClearError extends Error {}

/** @param {unknown} error @returns {string} text to print for a failure */
export function describe(error) {
  if (error instanceof ClearError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Prints a line. @param {string} text */
export function print(text) {
  process.stdout.write(`${text}\n`);
}

/** Prints a line to stderr. @param {string} text */
export function printError(text) {
  process.stderr.write(`${text}\n`);
}

/** @param {number} ms @returns {string} "0.4 s", "12 s", "3 min 5 s" */
export function duration(ms) {
  if (ms < 9_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** @param {string} text @param {number} [count] @returns {string} its last non-blank lines, indented */
export function lastLines(text, count = 15) {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines
    .map((line) => `    ${line}`)
    .slice(-count)
    .join("\n");
}

/**
 * Runs work. Slow work prints a line after two seconds, then every ten, so that it does not appear stuck.
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
    print(`  … ${what} (${duration(Date.now() - started)})`);
  }, 2_000);
  try {
    const result = await work();
    if (lines > 0) print(`  ✓ ${what}: ${duration(Date.now() - started)}`);
    return result;
  } finally {
    clearInterval(timer);
  }
}
