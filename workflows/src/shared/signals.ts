/** Name of the signal that makes a workflow recheck the facts; sent with signalWithStart. */
export const RECHECK = "recheck";
