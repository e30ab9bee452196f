/**
 * Aborts on Ctrl-C, SIGTERM or a closed terminal. A second Ctrl-C has no effect: npm forwards the first one twice, and
 * stopping has a time limit anyway.
 *
 * npm forwards a SIGTERM only to its intermediate shell, which dies without passing it on. So the death of that shell
 * counts as a stop request.
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
  // A closed terminal or pipe must not prevent an orderly stop.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  return controller;
}

/** @param {AbortSignal} signal @returns {Promise<void>} resolves when aborted */
export const aborted = (signal) =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
