import { type Access, hasRight, type Right } from "../access/rights.js";
import { indianMoment } from "../events/indian-time.js";
import { istDate } from "../invoices/indian-dates.js";
import { formatPaise, type Paise } from "../money/money.js";
import { dashboardPath } from "../site/routes.js";
import { endDay } from "./ending.rules.js";

/** What is to be said of one kind: of one event, or of the whole site. */
export interface DigestFigure {
  readonly kind: DigestKind;
  /** Null for what belongs to no event, or to all that the person sees. */
  readonly event: { readonly slug: string; readonly title: string } | null;
  /** What happened in the digest's time. */
  readonly happened: number;
  /** What there is now of it, e.g. how many wait. */
  readonly now?: number;
  /** Money in the digest's time. */
  readonly paise?: Paise;
  /** A moment that it is about (ISO 8601, UTC). */
  readonly at?: string;
}

/** The time that a digest is about; `until` is inclusive. */
export interface DigestWindow {
  readonly from: Date;
  readonly until: Date;
}

/** A kind of thing that a digest can say. */
interface DigestKindMeaning {
  /** As chosen: "New applications". */
  readonly label: string;
  readonly help: string;
  /**
   * What makes it worth a mail: that something `happened`; that what is there has `changed` since the last digest, since
   * it may stay for weeks; or that a day `comes`.
   */
  readonly saidWhen: "happened" | "changed" | "comes";
  /** Whether its figures are of each event, or of the site as a whole: those are for people who see every event. */
  readonly of: "each event" | "the site";
  /** Who may read of it. */
  readonly right: Right;
  readonly line: (figure: DigestFigure, window: DigestWindow) => string;
  /** Where the dashboard shows it. */
  readonly path: (figure: DigestFigure, window: DigestWindow) => string;
}

const count = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`;
const rupees = (paise: Paise): string => `₹${formatPaise(paise)}`;
/** "3 new, 5 in all": what there is now, unless it is the same. */
const inAll = (now: number | undefined, what: string): string => (now === undefined ? "" : `; ${now} ${what} now`);
const eventOf = ({ event }: DigestFigure): Readonly<Record<string, string>> =>
  event === null ? {} : { event: event.slug };

/**
 * Everything that a digest can say, in its order. A kind is this entry, and its reading in `DIGEST_READINGS` (backend/src/digest),
 * which does not compile without one.
 */
export const DIGEST_KINDS = {
  issues: {
    label: "Issues",
    help: "What needs a person, on Attention.",
    ...({ saidWhen: "happened", of: "each event", right: "issues.read" } as const),
    line: ({ happened, now }) => `${count(happened, "new issue")}${inAll(now, "open")}`,
    path: () => dashboardPath({ view: "issues" }),
  },
  disputes: {
    label: "Disputes",
    help: "A payer's bank asks for the money back; each has a day until which it is answered.",
    ...({ saidWhen: "happened", of: "each event", right: "issues.read" } as const),
    line: ({ happened, now, at }) =>
      `${count(happened, "new dispute")}${inAll(now, "open")}${at === undefined ? "" : `, the next to answer by ${indianMoment(new Date(at), "minute")}`}`,
    path: () => dashboardPath({ view: "issues" }),
  },
  sales_ending: {
    label: "Sales end tomorrow",
    help: "On the day before and on the day itself.",
    ...({ saidWhen: "comes", of: "each event", right: "events.read" } as const),
    line: ({ at = "" }, { until }) => {
      const end = new Date(at);
      return `Sales end ${endDay(end) === istDate(until) ? "today" : "tomorrow"}: ${indianMoment(end, "minute")}`;
    },
    path: (figure) => dashboardPath({ view: "event", ...eventOf(figure) }),
  },
  sales: {
    label: "Stalls sold",
    help: "How many, and for how much.",
    ...({ saidWhen: "happened", of: "each event", right: "money.read" } as const),
    line: ({ happened, now, paise = 0 }) =>
      `${count(happened, "stall")} sold for ${rupees(paise)}${inAll(now, "sold in all")}`,
    path: (figure, { from, until }) =>
      dashboardPath({
        ...eventOf(figure),
        ...{ payment: "payment_successful", from: istDate(from), to: istDate(until) },
      }),
  },
  cancellations: {
    label: "Cancelled bookings",
    help: "Sold stalls that were cancelled.",
    ...({ saidWhen: "happened", of: "each event", right: "bookings.read" } as const),
    line: ({ happened }) => count(happened, "booking was cancelled", "bookings were cancelled"),
    path: (figure) => dashboardPath({ ...eventOf(figure), payment: "payment_failed" }),
  },
  papers: {
    label: "Missing papers",
    help: "Sold stalls that lack required papers; said again when the number has changed.",
    ...({ saidWhen: "changed", of: "each event", right: "bookings.read" } as const),
    line: ({ now = 0 }) => `${count(now, "sold stall lacks", "sold stalls lack")} required papers`,
    path: (figure) => dashboardPath({ view: "event", ...eventOf(figure) }),
  },
  waiting: {
    label: "Waiting list",
    help: "Who joined it.",
    ...({ saidWhen: "happened", of: "each event", right: "waiting.read" } as const),
    line: ({ happened, now }) =>
      `${count(happened, "person joined", "people joined")} the waiting list${inAll(now, "on it")}`,
    path: (figure) => dashboardPath({ view: "waiting", ...eventOf(figure) }),
  },
  requests: {
    label: "Requests of payers",
    help: "Corrections, substitutes and cancellations that were asked for.",
    ...({ saidWhen: "happened", of: "each event", right: "issues.read" } as const),
    line: ({ happened, now }) =>
      `${count(happened, "new request of a payer", "new requests of payers")}${inAll(now, "open")}`,
    path: () => dashboardPath({ view: "issues" }),
  },
  applications: {
    label: "New applications",
    help: "Brands that want to be listed, ready for the review.",
    ...({ saidWhen: "happened", of: "the site", right: "listings.read" } as const),
    line: ({ happened, now }) => `${count(happened, "new application")}${inAll(now, "to review")}`,
    path: () => dashboardPath({ view: "listings", state: "under_review" }),
  },
  page_changes: {
    label: "Changes of brands' pages",
    help: "What owners have sent for the review.",
    ...({ saidWhen: "happened", of: "the site", right: "brands.read" } as const),
    line: ({ happened, now }) =>
      `${count(happened, "change of a brand's page", "changes of brands' pages")}${inAll(now, "to review")}`,
    path: () => dashboardPath({ view: "listings" }),
  },
  enquiries: {
    label: "Enquiries",
    help: "Messages to you from the site.",
    ...({ saidWhen: "happened", of: "the site", right: "enquiries.read" } as const),
    line: ({ happened, now }) => `${count(happened, "new enquiry", "new enquiries")}${inAll(now, "held back")}`,
    path: () => dashboardPath({ view: "enquiries" }),
  },
  whatsapp: {
    label: "WhatsApp cost",
    help: "Messages that were sent, and what they cost.",
    ...({ saidWhen: "happened", of: "the site", right: "whatsapp.read" } as const),
    line: ({ happened, paise = 0 }) => `${count(happened, "message")} by WhatsApp for ${rupees(paise)}`,
    path: () => dashboardPath({ view: "overview" }),
  },
} as const satisfies Readonly<Record<string, DigestKindMeaning>>;

/** A kind of thing that a digest can say. */
export type DigestKind = keyof typeof DIGEST_KINDS;

/** All kinds, in the digest's order. */
export const DIGEST_KIND_NAMES = Object.keys(DIGEST_KINDS) as readonly DigestKind[];

/** The meaning of a kind. */
export const digestKind = (kind: DigestKind): DigestKindMeaning => DIGEST_KINDS[kind];

/** What somebody is notified of at once. */
export const ALERT_KINDS = {
  high_issue: {
    label: "An important issue",
    help: "Disputed or unknown money, failed refunds, a restored database.",
    right: "issues.read",
  },
  sales_ending: { label: "Sales end tomorrow", help: "At 09:00 on the day before.", right: "events.read" },
} as const satisfies Readonly<Record<string, { label: string; help: string; right: Right }>>;

/** A kind of alert. */
export type AlertKind = keyof typeof ALERT_KINDS;
export const ALERT_KIND_NAMES = Object.keys(ALERT_KINDS) as readonly AlertKind[];

/** The events that a person sees: all, or those of these ids. */
export type SeenEvents = "all" | readonly number[];

/** What somebody may do, for {@link hasRight}, which asks whether she has all events, and not which. */
const accessOf = (role: Access["role"], events: SeenEvents): Access => ({
  role,
  events: events === "all" ? null : events.map(String),
});

/** The kinds of those chosen that a person may be notified of: what is of the site as a whole takes a right that is hers everywhere. */
export function allowedKinds(chosen: readonly DigestKind[], role: Access["role"], events: SeenEvents): DigestKind[] {
  return DIGEST_KIND_NAMES.filter(
    (kind) => chosen.includes(kind) && hasRight(accessOf(role, events), digestKind(kind).right),
  );
}

/** The alerts of those chosen that a person may get. */
export function allowedAlerts(chosen: readonly AlertKind[], role: Access["role"], events: SeenEvents): AlertKind[] {
  return ALERT_KIND_NAMES.filter(
    (kind) => chosen.includes(kind) && hasRight(accessOf(role, events), ALERT_KINDS[kind].right),
  );
}
