/** The texts of the operations view. */
export const strings = {
  title: "How the whole stands",
  loading: "Loading the figures",
  failed: "The figures could not be fetched.",
  checked: (time: string) => `as of ${time}`,
  parts: "Parts",
  up: "up",
  down: "down",
  waiting: {
    title: "What waits",
    name: "What",
    count: "Waiting",
    oldest: "Oldest",
    inTime: "in time",
    late: "late",
    none: "Nothing waits.",
  },
  bookings: "Bookings by state",
  overdue: "Holds past their end, not released yet",
  issues: "Open issues in the inbox",
  failing: "Workflows that fail again and again",
  sweep: {
    title: "The sweep",
    lead: "The net under everything. A healthy system shows zero.",
    name: "What it caught",
    last: "Last run",
    day: "24 h",
    at: (moment: string) => `Last run ${moment}.`,
    never: "It has not run yet.",
    failed: (names: string) => `These parts of the last run failed: ${names}.`,
  },
  links: "Where else to look",
  audit: {
    title: "Audit log",
    loading: "Loading the audit log",
    failed: "The audit log could not be fetched.",
    about: "About",
    all: "Everything",
    empty: "No administrator has changed anything yet.",
    shown: (from: number, to: number, total: number) => `${from}–${to} of ${total}`,
    newer: "Newer",
    older: "Older",
    pages: "Pages of the audit log",
  },
  seconds: (seconds: number) => {
    if (seconds < 60) return `${Math.round(seconds)} s`;
    if (seconds < 3600) return `${Math.round(seconds / 60)} min`;
    return `${Math.round(seconds / 360) / 10} h`;
  },
} as const;
