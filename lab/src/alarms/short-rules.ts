/**
 * A copy of the shipped rules with shorter times, so that every alarm can be waited for. Expressions, labels and texts stay
 * as they are; only numbers of seconds change:
 *
 * - `for` becomes a thirtieth, from 2 to 10 s;
 * - windows become 40 s, those of an hour and more 90 s: several scrapes each;
 * - ages from which something is late become {@link SHORT_AGES}.
 */

/** Ages of the copy, in seconds, by alarm; the shipped ones are minutes to days. QueueGrowing's number is of jobs. */
export const SHORT_AGES: Readonly<Record<string, number>> = {
  HoldsNotReleased: 10,
  PaymentsNotClosed: 10,
  ListingsNotExpired: 10,
  OutboxStuck: 10,
  QueueGrowing: 20,
  MailsWaiting: 20,
  PicturesWaiting: 20,
  WebhooksWaiting: 10,
  // A sweep runs every minute, and the record is noted every minute.
  SweepStopped: 90,
  RecordNotWritten: 90,
  RecordNotCopied: 90,
  BackupMissing: 60,
  BackupNotTried: 60,
};

const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400 } as const;

/** Seconds of a duration of Prometheus with one unit, e.g. "5m". */
export function secondsOf(duration: string): number {
  const [, number = "", unit = ""] = /^(\d+)([smhd])$/.exec(duration) ?? [];
  if (number === "") throw new Error(`not a duration with one unit: ${duration}`);
  return Number(number) * SECONDS[unit as keyof typeof SECONDS];
}

const shortFor = (duration: string): number => Math.min(10, Math.max(2, Math.round(secondsOf(duration) / 30)));
const shortWindow = (duration: string): number => (secondsOf(duration) >= 3600 ? 90 : 40);

/** The names of a rule file's alarms. */
export function alarmsOf(rules: string): string[] {
  return [...rules.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name = ""]) => name);
}

/** @throws Error if an age to shorten is not in its alarm */
export function shortened(rules: string): string {
  const parts = rules.split(/^(?= +- (?:alert|record): )/m);
  return parts
    .map((part) => {
      const name = /- alert: (\w+)/.exec(part)?.[1] ?? "";
      const age = SHORT_AGES[name];
      let text = part
        .replaceAll(/^( +for: )(\w+)$/gm, (_, before: string, duration: string) => `${before}${shortFor(duration)}s`)
        .replaceAll(/\[(\d+[smhd])\]/g, (_, duration: string) => `[${shortWindow(duration)}s]`);
      if (age !== undefined) {
        const changed = text.replace(/> (\d+)(?=\s|$)/, `> ${age}`);
        if (changed === text) throw new Error(`${name} has no age to shorten`);
        text = changed;
      }
      return text;
    })
    .join("");
}
