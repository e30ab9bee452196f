/** The name of the signal that makes a workflow check the facts again; sent with signalWithStart. */
export const RECHECK = "recheck";
