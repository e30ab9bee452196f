/**
 * Imported for its effect: a worker of jest that has nothing left to do ends at once. Otherwise Node puts its heap away
 * piece by piece, half a second for each half gigabyte where the machine is busy, and after half a second jest says that
 * the worker "has failed to exit gracefully". What specs leave open still keeps it from ending, and is named.
 */
const { exit } = process;
/** jest-worker's CHILD_MESSAGE_END. */
const END = 2;

function onMessage([type]) {
  if (type !== END) return;
  process.off("message", onMessage);
  const name = () => console.error(`Still open in a worker of jest: ${process.getActiveResourcesInfo().join(", ")}`);
  setTimeout(name, 400).unref();
}

if (process.send !== undefined) {
  process.once("beforeExit", () => exit());
  process.on("message", onMessage);
}
