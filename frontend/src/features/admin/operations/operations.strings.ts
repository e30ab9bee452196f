/** Texts of the operations view. */
export const strings = {
  title: "System status",
  loading: "Loading the figures",
  failed: "The figures could not be fetched.",
  checked: (time: string) => `as of ${time}`,
  up: "up",
  down: "down",
  waiting: { title: "Queues", name: "What", count: "Waiting", oldest: "Oldest", late: "late" },
  bookings: "Bookings that have their stall",
  overdue: "Expired holds not released yet",
  issues: "Open issues",
  failing: "Workflows that keep failing",
  sweep: {
    title: "The sweep",
    lead: "Catches what everything else missed. A healthy system shows zero.",
    name: "What it caught",
    last: "Last run",
    day: "24 h",
    at: (moment: string) => `Last run ${moment}.`,
    never: "It has not run yet.",
    failed: (names: string) => `These parts of the last run failed: ${names}.`,
  },
  verification: {
    title: "Nightly verification",
    lead: "Checks what must always hold: stalls, money, invoices, mails, runs.",
    never: "It has not run yet.",
    holds: (held: number, moment: string) => `All ${held} rules held ${moment}.`,
    fails: (held: number, moment: string) => `${held} rules held ${moment}. These did not:`,
    rows: (count: number) => (count === 1 ? "1 row" : `${count} rows`),
    notChecked: (reason: string) => `could not be checked (${reason})`,
    resolution: (text: string) => `What to do: ${text}`,
  },
  links: "Other tools",
  audit: {
    title: "Audit log",
    loading: "Loading the audit log",
    failed: "The audit log could not be fetched.",
    about: "About",
    all: "Everything",
    empty: "No administrator has changed anything yet.",
    pages: "Pages of the audit log",
  },
  seconds: (seconds: number) => {
    if (seconds < 60) return `${Math.round(seconds)} s`;
    if (seconds < 3600) return `${Math.round(seconds / 60)} min`;
    return `${Math.round(seconds / 360) / 10} h`;
  },
} as const;
