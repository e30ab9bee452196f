import { isolated } from "@sakhi/domain/fields/isolation";
/** Texts of the operations view. */
export const strings = {
  title: "System status",
  loading: "Loading the figures",
  failed: "The figures could not be fetched.",
  checked: (time: string) => `as of ${time}`,
  states: { up: "up", down: "down", unknown: "not checked" },
  parts: {
    database: "Database",
    disk: "Database can write",
    temporal: "Temporal",
    queue: "Queue",
    smtp: "Mail server",
    payments: "Payment provider",
  } as Readonly<Record<string, string>>,
  processes: (name: string) => `${isolated(name)} processes`,
  running: (count: number) => `${count} running`,
  missing: "none running",
  lastSeen: (age: string) => `last seen ${age} ago`,
  unread: (names: string) => `These figures could not be read: ${names}. What is shown of them is missing or zero.`,
  waiting: { title: "Queues", name: "What", count: "Waiting", oldest: "Oldest", late: "late" },
  objectives: {
    title: "What visitors are promised",
    lead: "Bad events are failures of ours and answers that came too late. The budget is what the target allows in 28 days.",
    name: "Promise",
    target: "Target",
    day: "Last 24 h",
    month: "28 days",
    left: "Budget left",
    none: "no events",
    of: (bad: number, total: number) => `${bad.toLocaleString("en-IN")} of ${total.toLocaleString("en-IN")} bad`,
    broken: "used up",
  },
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
  believed: {
    title: "Settings taken on trust",
    lead: "Nobody can check these from here. Compare them with what is really there, before the first sale and after every move.",
  },
  audit: {
    title: "Audit log",
    loading: "Loading the audit log",
    failed: "The audit log could not be fetched.",
    filters: "Filter the audit log",
    about: "About",
    all: "Everything",
    who: "Person",
    everyone: "Everyone",
    kind: "Kind",
    kinds: [
      ["changes", "Changes"],
      ["reads", "Reads and exports"],
    ],
    from: "From",
    to: "Until",
    download: "Download CSV",
    downloading: "Downloading...",
    downloaded: (file: string) => ({ title: "Export ready", description: `${file} is in your downloads.` }),
    downloadFailed: { title: "Export failed", description: "Nothing was downloaded. Please try again." },
    empty: "There is no such entry.",
    pages: "Pages of the audit log",
  },
  seconds: (seconds: number) => {
    if (seconds < 60) return `${Math.round(seconds)} s`;
    if (seconds < 3600) return `${Math.round(seconds / 60)} min`;
    return `${Math.round(seconds / 360) / 10} h`;
  },
} as const;

/** Texts of the recovery of a restored database. */
export const recovery = {
  title: "Sales are paused",
  lead: (until: string | undefined) =>
    until === undefined ? "The database has lost its newest entries." : `The database ends at ${until}.`,
  missing: (missing: string) => `Missing here: ${missing}. Stalls that were sold since would be sold a second time.`,
  unread:
    "Run the command recover on the server (runbook: Restored from yesterday). It creates again what it can, and raises an entry in Attention for the rest.",
  read: (at: string) => `Everything outside was last read ${at}. Work through Attention, then open the sales.`,
  unpaid: (count: number) =>
    count === 1
      ? "One more booking was lost that nobody had paid for."
      : `${count} more bookings were lost that nobody had paid for.`,
  unverified: (at: string) => `Since ${at} we could not verify that this database is up to date.`,
  unverifiedMore:
    "It may have been restored from a backup, and neither the record's folder nor Temporal answers. Sales open automatically within seconds once one of them does (runbook: SalesPaused).",
  vouching:
    "You confirm that nothing was restored from a backup: a stall that was sold since would be sold a second time. Visitors can reserve, register and pay again from now on.",
  unanswered: (parts: string) => `No answer from ${parts}: run the command recover again before you open the sales.`,
  items: "What was lost",
  as: {
    sold: "sold again to its buyer",
    open: "waits for its payment",
    repeated: "what was changed was changed again",
    unpaid: "was not paid",
    issue: "needs attention",
  },
  open: "Open the sales",
  opening: "Opening the sales",
  consequence: "Visitors can reserve, register and pay again from now on.",
} as const;
