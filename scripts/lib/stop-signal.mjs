/**
 * Ctrl-C, SIGTERM or a closed terminal, as an AbortSignal. A second Ctrl-C changes nothing: npm forwards the
 * first one again, and stopping is bounded anyway.
 * @returns {{ signal: AbortSignal, requested: Promise<void>, abort: () => void, byPerson: () => boolean }}
 */
export function stopSignal() {
  const controller = new AbortController();
  let byPerson = false;
  const requested = new Promise((/** @type {(value: void) => void} */ resolve) => {
    for (const name of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
      process.on(name, () => {
        byPerson = true;
        controller.abort();
        resolve();
      });
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
