const TIME = new Intl.DateTimeFormat("en-IN", {
  timeZone: "Asia/Kolkata",
  hour: "2-digit",
  minute: "2-digit",
  hour12: false,
});

/** A time of day as people in India read it, e.g. 14:03 IST. */
export function indianTime(iso: string): string {
  return `${TIME.format(new Date(iso))} IST`;
}
