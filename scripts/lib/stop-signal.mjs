/** How often a command started by npm looks whether npm is still there. */
const lookMs = 250;

/**
 * Ctrl-C, SIGTERM or a closed terminal, as an AbortSignal. A second Ctrl-C changes nothing: npm forwards the
 * first one again, and stopping is bounded anyway.
 *
 * A SIGTERM for npm does not reach us: npm hands it to the shell it has put between, and that just dies. So the
 * death of that shell counts as being asked to stop.
 * @returns {{ signal: AbortSignal, requested: Promise<void>, abort: () => void, byPerson: () => boolean }}
 */
export function stopSignal() {
  const controller = new AbortController();
  let byPerson = false;
  const requested = new Promise((/** @type {(value: void) => void} */ resolve) => {
    const stop = () => {
      byPerson = true;
      controller.abort();
      resolve();
    };
    for (const name of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) process.on(name, stop);
    if (process.env["npm_lifecycle_event"] !== undefined) {
      const parent = process.ppid;
      const watch = setInterval(() => {
        if (process.ppid === parent) return;
        clearInterval(watch);
        stop();
      }, lookMs);
      watch.unref();
    }
  });
  // A terminal or pipe that is gone must not keep us from stopping in order.
  process.stdout.on("error", () => {});
  process.stderr.on("error", () => {});
  return {
    signal: controller.signal,
    requested,
    abort: () => controller.abort(),
    byPerson: () => byPerson,
  };
}
