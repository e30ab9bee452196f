import type { AuditKind, AuditSubject } from "@sakhi/domain/admin/admin.choices";
import type { BookingState } from "@sakhi/domain/bookings/booking.states";
import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/admin-operations";

const { objectives, sweep, verification, audit, age } = messages;

/** Words of names that the api sends; it may send others. */
type Labels = Readonly<Record<string, string>>;

const inIndia = (count: number): string => count.toLocaleString("en-IN");

/** Texts of the operations view. */
export const strings = {
  ...messages,
  checked: (time: string) => messages.checked({ time }),
  parts: messages.parts as Labels,
  processes: (name: string) => messages.processes({ process: isolated(name) }),
  running: (count: number) => messages.running({ count }),
  lastSeen: (ago: string) => messages.lastSeen({ age: ago }),
  unread: (names: string) => messages.unread({ names }),
  objectives: {
    ...objectives,
    of: (bad: number, total: number) => objectives.of({ bad: inIndia(bad), total: inIndia(total) }),
  },
  bookingStates: messages.bookingStates satisfies Record<BookingState, string> as Labels,
  sweep: {
    ...sweep,
    at: (moment: string) => sweep.at({ moment }),
    failed: (names: string) => sweep.failed({ names }),
    catches: sweep.catches as Labels,
  },
  verification: {
    ...verification,
    holds: (held: number, moment: string) => verification.holds({ held, moment }),
    fails: (held: number, moment: string) => verification.fails({ held, moment }),
    rows: (count: number) => verification.rows({ count }),
    notChecked: (reason: string) => verification.notChecked({ reason }),
    resolution: (text: string) => verification.resolution({ text }),
  },
  audit: {
    ...audit,
    subjects: audit.subjects satisfies Record<AuditSubject, string>,
    kinds: audit.kinds satisfies Record<AuditKind, string>,
    downloaded: (file: string) => ({ ...audit.downloaded, description: audit.downloaded.description({ file }) }),
  },
  seconds: (seconds: number) => {
    if (seconds < 60) return age.seconds({ count: Math.round(seconds) });
    if (seconds < 3600) return age.minutes({ count: Math.round(seconds / 60) });
    return age.hours({ count: Math.round(seconds / 360) / 10 });
  },
} as const;

const { recovery: recovering } = messages;

/** Texts of the recovery of a restored database. */
export const recovery = {
  ...recovering,
  lead: (until: string | undefined) => (until === undefined ? recovering.lead : recovering.leadUntil({ until })),
  missing: (missing: string) => recovering.missing({ missing }),
  read: (moment: string) => recovering.read({ moment }),
  unpaid: (count: number) => recovering.unpaid({ count }),
  unverified: (moment: string) => recovering.unverified({ moment }),
  unanswered: (parts: string) => recovering.unanswered({ parts }),
} as const;
