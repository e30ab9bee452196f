/** A time in India on a day there, ISO 8601 with India's offset. @param date YYYY-MM-DD @param time HH:MM */
export function indianTime(date: string, time: string): string {
  return `${date}T${time}:00+05:30`;
}
