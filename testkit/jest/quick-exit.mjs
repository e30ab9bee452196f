/**
 * Side effect: an idle jest worker exits immediately. Otherwise Node frees its heap first, which takes 0.5 s per 0.5 GB on
 * a busy machine, and after 0.5 s jest reports that the worker "has failed to exit gracefully". Resources that specs leave
 * open still block the exit, and are reported.
 */
const { exit } = process;
/** jest-worker's CHILD_MESSAGE_END. */
const END = 2;

function onMessage([type]) {
  if (type !== END) return;
  process.off("message", onMessage);
  const report = () => console.error(`Still open in a worker of jest: ${process.getActiveResourcesInfo().join(", ")}`);
  setTimeout(report, 400).unref();
}

if (process.send !== undefined) {
  process.once("beforeExit", () => exit());
  process.on("message", onMessage);
}
