/** How the newest base backup of the continuous archive went, as deploy/archive/archive.sh notes it. */
export interface ArchiveRun {
  readonly at: Date;
  readonly succeeded: boolean;
  /** What was wrong, one line; empty for a success. */
  readonly problem: string;
}

/** Longest problem that is kept, in characters. */
const MAX_PROBLEM = 300;

/** Reads the note: a line `name=value` for each of at, ok and problem. @returns undefined for anything else */
export function readArchiveRun(text: string): ArchiveRun | undefined {
  const values = new Map(
    text.split("\n").flatMap((line) => {
      const at = line.indexOf("=");
      return at < 0 ? [] : [[line.slice(0, at), line.slice(at + 1)] as const];
    }),
  );
  const at = new Date(values.get("at") ?? "");
  const ok = values.get("ok");
  if (Number.isNaN(at.getTime()) || (ok !== "yes" && ok !== "no")) return undefined;
  return { at, succeeded: ok === "yes", problem: (values.get("problem") ?? "").slice(0, MAX_PROBLEM) };
}
