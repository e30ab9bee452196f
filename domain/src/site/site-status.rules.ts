/** What the product knows about its parts. */
export interface PartsState {
  /** Whether the database answers and can write. */
  readonly database: boolean;
  /** Whether sales are paused (decision 50). */
  readonly paused: boolean;
  /** How many of a Mela's free stalls are held and not paid for, of the Mela where it is most. */
  readonly held: "some" | "most" | "all";
  /** Whether the payment provider answered lately; undefined: nobody asked. */
  readonly payments: boolean | undefined;
  /** Whether the mail server answered lately; undefined: nobody asked. */
  readonly mailServer: boolean | undefined;
  /** Whether a process that sends mails runs, and the one that keeps deadlines (Temporal). */
  readonly jobs: boolean;
  readonly temporal: boolean;
}

/** What visitors notice of it, in their words; no part is named. */
export interface SiteStatus {
  /** Held: it works, and most or all free stalls of a Mela are reserved and not paid for. */
  readonly booking: "works" | "mostly_held" | "all_held" | "paused" | "down";
  readonly payments: "work" | "fail";
  readonly mails: "work" | "late";
}

export const ALL_WELL: SiteStatus = { booking: "works", payments: "work", mails: "work" };

/** What visitors find on the plan while booking works. */
const WHILE_OPEN = { some: "works", most: "mostly_held", all: "all_held" } as const satisfies Record<
  PartsState["held"],
  SiteStatus["booking"]
>;

/** What visitors notice. A part that nobody asked is not called broken. */
export function siteStatus({ database, paused, held, payments, mailServer, jobs, temporal }: PartsState): SiteStatus {
  // Without the database nothing is known about the others.
  if (!database) return { booking: "down", payments: "fail", mails: "late" };
  return {
    booking: paused ? "paused" : WHILE_OPEN[held],
    payments: payments === false ? "fail" : "work",
    mails: mailServer === false || !jobs || !temporal ? "late" : "work",
  };
}

/** Response header of the API with what is wrong; absent while all is well. */
export const SITE_STATUS_HEADER = "site-status";

/** E.g. "payments=fail, mails=late"; empty while all is well. */
export function statusText(status: SiteStatus): string {
  return (Object.keys(ALL_WELL) as (keyof SiteStatus)[])
    .filter((name) => status[name] !== ALL_WELL[name])
    .map((name) => `${name}=${status[name]}`)
    .join(", ");
}

const BOOKING_WORDS = ["down", "paused", "all_held", "mostly_held"] as const satisfies SiteStatus["booking"][];

/** The inverse of {@link statusText}; unknown words are ignored, so that an old page understands a newer server. */
export function statusFrom(text: string | null | undefined): SiteStatus {
  const has = (words: string): boolean => (text ?? "").split(", ").includes(words);
  return {
    booking: BOOKING_WORDS.find((word) => has(`booking=${word}`)) ?? "works",
    payments: has("payments=fail") ? "fail" : "work",
    mails: has("mails=late") ? "late" : "work",
  };
}
