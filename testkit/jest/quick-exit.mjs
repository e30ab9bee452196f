/**
 * Imported for its effect: a worker of jest that has nothing left to do ends at once. Otherwise Node puts its heap away
 * piece by piece, half a second for each half gigabyte where the machine is busy, and after half a second jest says that
 * the worker "has failed to exit gracefully". What specs leave open still keeps it from ending, and is still said.
 */
const { exit } = process;
if (process.send !== undefined) process.once("beforeExit", () => exit());
