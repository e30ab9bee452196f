/**
 * Ctrl-C, SIGTERM or a closed terminal, as an AbortSignal. A second Ctrl-C changes nothing: npm forwards the first one
 * again, and stopping is bounded anyway.
 *
 * A SIGTERM for npm does not reach us: npm hands it to the shell it has put between, and that just dies. So the death
 * of that shell counts as being asked to stop.
 * @returns {AbortController}
 */
export function stopSignal() {
  const controller = new AbortController();
  const stop = () => controller.abort();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, stop);
  if (process.env["npm_lifecycle_event"] !== undefined) {
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && stop(), 250).unref();
  }
  // A terminal or pipe that is gone must not keep us from stopping in order.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  return controller;
}

/** @param {AbortSignal} signal @returns {Promise<void>} when it is given */
export const aborted = (signal) =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
