import { type Access, hasRight, type Right } from "../access/rights.js";
import { indianMoment } from "../events/indian-time.js";
import messages from "../generated/messages/en/digest-kinds.js";
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

const { kinds, alerts } = messages;
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
    ...kinds.issues,
    ...({ saidWhen: "happened", of: "each event", right: "issues.read" } as const),
    line: ({ happened, now }) => `${count(happened, "new issue")}${inAll(now, "open")}`,
    path: () => dashboardPath({ view: "issues" }),
  },
  disputes: {
    ...kinds.disputes,
    ...({ saidWhen: "happened", of: "each event", right: "issues.read" } as const),
    line: ({ happened, now, at }) =>
      `${count(happened, "new dispute")}${inAll(now, "open")}${at === undefined ? "" : `, the next to answer by ${indianMoment(new Date(at), "minute")}`}`,
    path: () => dashboardPath({ view: "issues" }),
  },
  sales_ending: {
    ...kinds.sales_ending,
    ...({ saidWhen: "comes", of: "each event", right: "events.read" } as const),
    line: ({ at = "" }, { until }) => {
      const end = new Date(at);
      return `Sales end ${endDay(end) === istDate(until) ? "today" : "tomorrow"}: ${indianMoment(end, "minute")}`;
    },
    path: (figure) => dashboardPath({ view: "event", ...eventOf(figure) }),
  },
  sales: {
    ...kinds.sales,
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
    ...kinds.cancellations,
    ...({ saidWhen: "happened", of: "each event", right: "bookings.read" } as const),
    line: ({ happened }) => count(happened, "booking was cancelled", "bookings were cancelled"),
    path: (figure) => dashboardPath({ ...eventOf(figure), payment: "payment_failed" }),
  },
  papers: {
    ...kinds.papers,
    ...({ saidWhen: "changed", of: "each event", right: "bookings.read" } as const),
    line: ({ now = 0 }) => `${count(now, "sold stall lacks", "sold stalls lack")} required papers`,
    path: (figure) => dashboardPath({ view: "event", ...eventOf(figure) }),
  },
  waiting: {
    ...kinds.waiting,
    ...({ saidWhen: "happened", of: "each event", right: "waiting.read" } as const),
    line: ({ happened, now }) =>
      `${count(happened, "person joined", "people joined")} the waiting list${inAll(now, "on it")}`,
    path: (figure) => dashboardPath({ view: "waiting", ...eventOf(figure) }),
  },
  requests: {
    ...kinds.requests,
    ...({ saidWhen: "happened", of: "each event", right: "issues.read" } as const),
    line: ({ happened, now }) =>
      `${count(happened, "new request of a payer", "new requests of payers")}${inAll(now, "open")}`,
    path: () => dashboardPath({ view: "issues" }),
  },
  applications: {
    ...kinds.applications,
    ...({ saidWhen: "happened", of: "the site", right: "listings.read" } as const),
    line: ({ happened, now }) => `${count(happened, "new application")}${inAll(now, "to review")}`,
    path: () => dashboardPath({ view: "listings", state: "under_review" }),
  },
  page_changes: {
    ...kinds.page_changes,
    ...({ saidWhen: "happened", of: "the site", right: "brands.read" } as const),
    line: ({ happened, now }) =>
      `${count(happened, "change of a brand's page", "changes of brands' pages")}${inAll(now, "to review")}`,
    path: () => dashboardPath({ view: "listings" }),
  },
  enquiries: {
    ...kinds.enquiries,
    ...({ saidWhen: "happened", of: "the site", right: "enquiries.read" } as const),
    line: ({ happened, now }) => `${count(happened, "new enquiry", "new enquiries")}${inAll(now, "held back")}`,
    path: () => dashboardPath({ view: "enquiries" }),
  },
  whatsapp: {
    ...kinds.whatsapp,
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
  high_issue: { ...alerts.high_issue, right: "issues.read" },
  sales_ending: { ...alerts.sales_ending, right: "events.read" },
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
