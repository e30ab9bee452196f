import { indianTime } from "../events/indian-time.js";
import dates from "../generated/messages/en/dates.js";
import { dayBefore, istDate } from "../invoices/indian-dates.js";
import { DIGEST_KIND_NAMES, type DigestFigure, digestKind, type DigestWindow } from "./digest.kinds.js";

/** Days of the week as ISO 8601 numbers them: Monday is 1, Sunday 7. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const [SUNDAY, ...OTHERS] = dates.weekdays;
export const WEEKDAY_NAMES = [...OTHERS, SUNDAY] as const;

/** When somebody's digest goes out unless she chooses otherwise. */
export const USUAL_HOUR = 8;

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** A digest is made so long after its moment: what was being stored then is in it, and nothing is between two of them. */
export const DIGEST_SETTLES_MS = MINUTE_MS;
/** A digest looks back at most so many days: the account may have been disabled for a year. */
export const LONGEST_DIGEST_DAYS = 31;
/** Alerts of one person are at least so far apart; what comes between goes together. */
export const ALERT_INTERVAL_MS = 10 * MINUTE_MS;
/** What is older is no alert: it stands in the digest, and on Attention. */
export const ALERT_AGE_MS = DAY_MS;
/** Mails of one person's settings in an hour: links to confirm an address, and digests "now". */
export const OWN_MAILS_PER_HOUR = 10;

/** When somebody gets her digest; India has one time all year. */
export interface DigestTime {
  /** 0 to 23. */
  readonly hour: number;
  /** Of {@link WEEKDAYS}. */
  readonly weekdays: readonly number[];
}

/** Day of the week of a day in India. @param date YYYY-MM-DD */
export function weekdayOf(date: string): number {
  return ((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;
}

const dayAfter = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
const momentOn = (date: string, hour: number): Date =>
  new Date(Date.parse(indianTime(date, `${String(hour).padStart(2, "0")}:00`)));

/** The last moment of a digest, at or before an instant; undefined without a day. */
export function lastMoment({ hour, weekdays }: DigestTime, at: Date): Date | undefined {
  for (let [date, back] = [istDate(at), 0]; back <= 7; date = dayBefore(date), back += 1) {
    const moment = momentOn(date, hour);
    if (moment <= at && weekdays.includes(weekdayOf(date))) return moment;
  }
  return undefined;
}

/** The next moment of a digest, after an instant; undefined without a day. */
export function nextMoment({ hour, weekdays }: DigestTime, at: Date): Date | undefined {
  for (let [date, ahead] = [istDate(at), 0]; ahead <= 7; date = dayAfter(date), ahead += 1) {
    const moment = momentOn(date, hour);
    if (moment > at && weekdays.includes(weekdayOf(date))) return moment;
  }
  return undefined;
}

/** How far somebody's digests have come. */
export interface DigestProgress {
  /** The end of the last one's time, or when she turned them on. */
  readonly coveredUntil: Date;
  /** The Indian day of the last one; null before the first. */
  readonly lastDay: string | null;
}

/** A digest to make. */
export interface DueDigest extends DigestWindow {
  /** The Indian day that it counts for: one a day, whatever she changes. */
  readonly day: string;
}

/** The time of a digest that ends at an instant: since the last one. */
export function windowUntil(until: Date, { coveredUntil }: Pick<DigestProgress, "coveredUntil">): DigestWindow {
  const earliest = until.getTime() - LONGEST_DIGEST_DAYS * DAY_MS;
  return { from: new Date(Math.max(earliest, coveredUntil.getTime())), until };
}

/**
 * The digest that somebody is to get now; undefined if none is due. It ends at its moment, however late it is made, so that one
 * that is made again says the same, and what comes later stands in the next. Of several that were missed only the last is made: it
 * is about the whole time.
 */
export function dueDigest(time: DigestTime, progress: DigestProgress, now: Date): DueDigest | undefined {
  const until = lastMoment(time, new Date(now.getTime() - DIGEST_SETTLES_MS));
  if (until === undefined || until <= progress.coveredUntil) return undefined;
  const day = istDate(until);
  if (progress.lastDay !== null && day <= progress.lastDay) return undefined;
  return { ...windowUntil(until, progress), day };
}

/** What the last digest said is there, by {@link figureKey}. */
export type SaidBefore = Readonly<Record<string, number>>;

/** Names a figure over several digests. */
export const figureKey = ({ kind, event }: Pick<DigestFigure, "kind" | "event">): string =>
  event === null ? kind : `${kind}/${event.slug}`;

/** Whether a figure alone is worth a mail. */
function isNew(figure: DigestFigure, said: SaidBefore): boolean {
  switch (digestKind(figure.kind).saidWhen) {
    case "happened":
      return figure.happened > 0;
    case "changed":
      return (figure.now ?? 0) > 0 && figure.now !== said[figureKey(figure)];
    case "comes":
      return figure.at !== undefined;
  }
}

/** Whether a figure stands in a digest that is sent anyway. */
function isSaid(figure: DigestFigure): boolean {
  return digestKind(figure.kind).saidWhen === "changed" ? (figure.now ?? 0) > 0 : isNew(figure, {});
}

/** What a digest says, in the kinds' order; nothing if none of it is new, and then no mail is sent. */
export function digestFigures(figures: readonly DigestFigure[], said: SaidBefore): readonly DigestFigure[] {
  if (!figures.some((figure) => isNew(figure, said))) return [];
  const place = ({ kind }: DigestFigure): number => DIGEST_KIND_NAMES.indexOf(kind);
  return figures.filter(isSaid).toSorted((a, b) => place(a) - place(b));
}

/**
 * What is to be remembered of a digest for the next one: what it said is there. One that was not sent said nothing, but what is gone
 * since is forgotten, so that it is new when it comes back.
 *
 * @param figures all that were read
 * @param sent those that it says; none if it was not sent
 */
export function saidAfter(
  before: SaidBefore,
  figures: readonly DigestFigure[],
  sent: readonly DigestFigure[],
): SaidBefore {
  const there = figures.flatMap((figure) =>
    (figure.now ?? 0) > 0 ? [[figureKey(figure), figure.now ?? 0] as const] : [],
  );
  if (sent.length > 0) return Object.fromEntries(there);
  return Object.fromEntries(Object.entries(before).filter(([key]) => there.some(([each]) => each === key)));
}

/** Whether somebody can be alerted again. */
export function canAlert(lastAlertAt: Date | null, now: Date): boolean {
  return lastAlertAt === null || now.getTime() - lastAlertAt.getTime() >= ALERT_INTERVAL_MS;
}
