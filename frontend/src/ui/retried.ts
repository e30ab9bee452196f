/** Waits before code that was not fetched is fetched again, in ms. */
const WAITS_MS = [2_000, 4_000, 8_000] as const;

/**
 * The line that says that a part is missing (index.html): it needs no code of its own. It keeps count of how many are being
 * fetched again.
 */
function show(change: 1 | -1): void {
  const line = document.getElementById("not-started");
  if (line === null) return;
  const waiting = Number(line.dataset["waiting"] ?? 0) + change;
  line.dataset["waiting"] = `${waiting}`;
  line.hidden = waiting === 0;
  const button = line.querySelector("button");
  if (button !== null) button.onclick = () => globalThis.location.reload();
}

/** The longest timer, in ms: 24 days. */
const LONGEST_MS = 2 ** 31 - 1;

/** Waits until the device is online, or for `ms`. */
const online = (ms: number): Promise<void> =>
  new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      globalThis.removeEventListener("online", end);
      done();
    };
    const timer = setTimeout(end, ms);
    globalThis.addEventListener("online", end);
  });

/**
 * Loads code, and tries again after 2, 4 and 8 s and once the device is online: a change of the network ends what is being
 * fetched.
 *
 * @param silent whether the line that says so stays away: what is missing says it itself, or nobody waits for it. The last try
 *   then waits for a device that is offline, however long that is
 * @throws the last failure
 */
export async function retried<Code>(load: () => Promise<Code>, silent = false): Promise<Code> {
  try {
    return await load();
  } catch (error) {
    if (!("document" in globalThis)) throw error;
  }
  if (!silent) show(1);
  try {
    for (const wait of WAITS_MS.slice(0, -1)) {
      await online(wait);
      const code = await load().catch(() => undefined);
      if (code !== undefined) return code;
    }
    await online(WAITS_MS[2]);
    if (silent && !navigator.onLine) await online(LONGEST_MS);
    return await load();
  } finally {
    if (!silent) show(-1);
  }
}

/** Loads code that somebody has just asked for: what a change of the network ended is fetched again at once, over the new one. */
export function loadedTwice<Code>(load: () => Promise<Code>): Promise<Code> {
  return load().catch(load);
}
