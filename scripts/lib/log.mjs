/** Status lines for the person at the terminal. What the processes write goes to files, not here. */

/** @param {string} text one line */
export function say(text) {
  process.stdout.write(`${text}\n`);
}

/** @param {string} text one line, for what went wrong */
export function complain(text) {
  process.stderr.write(`${text}\n`);
}

/**
 * Milliseconds as a person reads them.
 * @param {number} ms
 * @returns {string} "0.4 s", "12 s", "3 min 5 s"
 */
export function duration(ms) {
  if (ms < 9_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/**
 * Does a piece of work and says so: nothing for the first seconds, then a line now and again with the time
 * that has passed, so that nobody takes slow for stuck.
 * @template T
 * @param {string} what "installing the packages"
 * @param {() => Promise<T>} work
 * @param {{ quietMs?: number, everyMs?: number }} [pace]
 * @returns {Promise<T>}
 */
export async function whileSaying(what, work, { quietMs = 2_000, everyMs = 10_000 } = {}) {
  const began = Date.now();
  let said = false;
  const tell = () => {
    said = true;
    say(`  … ${what} (${duration(Date.now() - began)})`);
  };
  /** @type {NodeJS.Timeout | undefined} */
  let repeat;
  const first = setTimeout(() => {
    tell();
    repeat = setInterval(tell, everyMs);
  }, quietMs);
  try {
    const result = await work();
    if (said) say(`  ✓ ${what}: ${duration(Date.now() - began)}`);
    return result;
  } finally {
    clearTimeout(first);
    clearInterval(repeat);
  }
}
