const IST = { timeZone: "Asia/Kolkata" } as const;
const day = new Intl.DateTimeFormat("en-IN", { ...IST, day: "numeric", month: "short", year: "numeric" });
const shortDay = new Intl.DateTimeFormat("en-IN", { ...IST, day: "numeric", month: "short" });
const time = new Intl.DateTimeFormat("en-IN", {
  ...IST,
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});
const second = new Intl.DateTimeFormat("en-IN", {
  ...IST,
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});
const isoDay = new Intl.DateTimeFormat("en-CA", IST);

/** A day in India: 21 Nov 2026. From an ISO 8601 time, or ms since 1970. */
export function dayOf(at: string | number): string {
  return day.format(new Date(at));
}

/** A day without its year, for narrow places: 21 Nov. */
export function shortDayOf(at: string | number): string {
  return shortDay.format(new Date(at));
}

/** The time of day in India: 14:03. */
export function timeOf(at: string | number): string {
  return time.format(new Date(at));
}

/** The time of day with seconds, where the order of things matters: 14:03:09. */
export function secondOf(at: string | number): string {
  return second.format(new Date(at));
}

/** Day and time in India: 21 Nov 2026, 14:03. */
export function momentOf(at: string | number): string {
  return `${dayOf(at)}, ${timeOf(at)}`;
}

/** The day in India as it stands in file names and date fields: 2026-11-21. */
export function isoDayOf(at: number): string {
  return isoDay.format(new Date(at));
}
