/**
 * What people of the team may do, stated once (docs/decisions/0120): every right, the roles that have it, and whether a right is
 * of an event. Calls declare theirs (`@Needs`), the dashboard shows what somebody's rights allow, docs/roles.md is generated.
 */

/** Rights that are had at an event: people with named events have them at those only. */
export const EVENT_RIGHTS = {
  "events.read": "see an event's facts, plan, stall types, prices and questions",
  "events.change": "change an event's facts, dates, plan, stall types, prices and questions, and publish or archive it",
  "events.cancel": "cancel an event, with the refunds of its holders",
  "bookings.read": "see registrations, bookings, their history and their papers",
  "bookings.change": "sell, move, block, extend, correct and release stalls",
  "money.read": "see sales, payments, refunds and coupons, and open invoices",
  "money.change": "refund, cancel a sale, and change coupons and what is asked for a stall",
  "contacts.read": "see phone numbers and e-mail addresses, and open papers and prints that have them",
  "messages.read": "see messages to the holders of stalls",
  "messages.change": "write messages to the holders of stalls, and send mails again",
  "waiting.read": "see who waits for a stall",
  "waiting.change": "offer stalls to those who wait, and remove them",
  "exports.read": "take lists away as files",
  "issues.read": "see what needs attention",
  "issues.change": "settle what needs attention",
  "gate.use": "tick who has arrived at the gate",
  "gate.sell": "sell free stalls at the gate, paid by a UPI QR code",
  "audit.read": "see who did what",
  "team.read": "see who is in the team",
  "team.change": "invite people, and change or end their access",
} as const;
export type EventRight = keyof typeof EVENT_RIGHTS;

/** Rights that are of no event, or of all of them together. */
export const COMMON_RIGHTS = {
  "events.create": "create events, and announce editions",
  "networks.block": "end the unpaid holds of a network and block it, at all events",
  "organisation.change": "change the facts of the organisation",
  "gst.read": "see and take away the GST of a month",
  "gst.close": "close and reopen the GST of a month",
  "payouts.read": "see the provider's payouts, with their fees and differences, and take them away",
  "payouts.change": "read payouts again, from the provider or a file, and match the bank's statement",
  "disputes.read": "see disputes of payments",
  "disputes.change": "answer disputes of payments",
  "brands.read": "see the brands of the catalogue and their pages",
  "brands.change": "review, correct, verify, hide and merge brands, their pages and products",
  "listings.read": "see applications to be listed",
  "listings.change": "approve, reject, correct and withdraw applications to be listed",
  "enquiries.read": "see enquiries",
  "enquiries.change": "answer, let through and stop enquiries",
  "catalogue.read": "see the past events and the home page's choices",
  "catalogue.change": "change the past events and the home page's choices",
  "persons.change": "read, correct and erase what is stored about a person",
  "whatsapp.read": "see what WhatsApp delivered and cost",
  "integrations.read": "see which other systems are notified, and what they answered",
  "integrations.change": "choose which other systems are notified of what",
  "system.read": "see how the system runs",
  "system.change": "open sales after a recovery, and change the queues of jobs",
} as const;
export type CommonRight = keyof typeof COMMON_RIGHTS;

export type Right = EventRight | CommonRight;
/** Each right in words, after "may". */
export const RIGHTS: Readonly<Record<Right, string>> = { ...EVENT_RIGHTS, ...COMMON_RIGHTS };
const ALL_RIGHTS = Object.keys(RIGHTS) as Right[];
const AT_EVENTS = Object.keys(EVENT_RIGHTS) as EventRight[];

/** Whether a right is had at an event, so that a call that needs it says at which. */
export const isEventRight = (right: Right): right is EventRight => Object.hasOwn(EVENT_RIGHTS, right);

export const ADMINISTRATOR_ROLES = ["owner", "organiser", "accountant", "content", "gate", "viewer"] as const;
/** A role of a person of the team, at all events or at named ones. */
export type AdministratorRole = (typeof ADMINISTRATOR_ROLES)[number];

interface RoleDeclaration {
  /** What it is for, in a sentence. */
  readonly purpose: string;
  readonly rights: readonly Right[];
  /** Of its rights of no event, those that people with named events have too. */
  readonly everywhere?: readonly CommonRight[];
  /** Whether it is for all events only. */
  readonly allEvents?: true;
  /** Whether it needs two-step verification in production. */
  readonly secondFactor: boolean;
}

const READS: readonly Right[] = ALL_RIGHTS.filter((right) => right.endsWith(".read") && right !== "team.read");
const CATALOGUE: readonly CommonRight[] = [
  ...(["brands.read", "brands.change", "listings.read", "listings.change"] as const),
  ...(["enquiries.read", "enquiries.change", "catalogue.read", "catalogue.change"] as const),
];

/** Who may do what: the one declaration of the roles. */
export const ROLE_RIGHTS: Readonly<Record<AdministratorRole, RoleDeclaration>> = {
  owner: {
    purpose: "Does everything, at all events, and decides who is in the team.",
    rights: ALL_RIGHTS,
    allEvents: true,
    secondFactor: true,
  },
  organiser: {
    purpose: "Runs her events: stalls, bookings, money, messages and the gate, and invites helpers to them.",
    rights: [...AT_EVENTS, "events.create", "networks.block"],
    secondFactor: true,
  },
  accountant: {
    purpose:
      "Keeps the money and its papers: sales, refunds, invoices, GST. Sees no phone numbers or e-mail addresses.",
    rights: [
      ...(["events.read", "bookings.read", "money.read", "money.change"] as const),
      ...(["exports.read", "issues.read", "gst.read", "gst.close"] as const),
      ...(["payouts.read", "payouts.change", "disputes.read", "disputes.change"] as const),
    ],
    secondFactor: true,
  },
  content: {
    purpose: "Keeps the catalogue: brands, applications to be listed, enquiries, past events and the home page.",
    rights: ["events.read", "contacts.read", ...CATALOGUE],
    everywhere: CATALOGUE,
    secondFactor: true,
  },
  gate: {
    purpose: "Ticks who has arrived, and sells free stalls to walk-ins, at the gate's page. Sees nothing else.",
    rights: ["gate.use", "gate.sell"],
    secondFactor: false,
  },
  viewer: {
    purpose: "Sees what an owner sees, but the team, and changes nothing.",
    rights: READS,
    secondFactor: false,
  },
};

/** What somebody may do, and where. */
export interface Access {
  readonly role: AdministratorRole;
  /** Slugs of her events, the newest first; null for all of them, also future ones. */
  readonly events: readonly string[] | null;
}

/** Whether somebody has a right, at all of her events at least. */
export function hasRight({ role, events }: Access, right: Right): boolean {
  const { rights, everywhere = [], allEvents } = ROLE_RIGHTS[role];
  if (!rights.includes(right)) return false;
  if (events === null) return true;
  // An owner of some events does not exist; if a row said so, it would give nothing.
  if (allEvents === true) return false;
  return isEventRight(right) || everywhere.some((each) => each === right);
}

/** All rights that somebody has. */
export const rightsOf = (access: Access): readonly Right[] => ALL_RIGHTS.filter((right) => hasRight(access, right));

/** Whether an event is one of somebody's. */
export const isHers = ({ events }: Access, slug: string): boolean => events === null || events.includes(slug);

/**
 * Whether somebody may give an access to another, change it or end it: nobody gives what she does not have herself. Owners are
 * made by owners only.
 */
export function mayGive(giver: Access, given: Access): boolean {
  if (!hasRight(giver, "team.change") || accessProblem(given) === "owner_of_all_events") return false;
  const isWithin = giver.events === null || (given.events ?? ["\0all"]).every((slug) => isHers(giver, slug));
  return isWithin && rightsOf(given).every((right) => hasRight(giver, right));
}

/** Whether somebody who sees the team sees those who work at these events: at one of hers. */
export const isSeen = (self: Access, events: Access["events"]): boolean =>
  self.events === null || (events?.some((slug) => isHers(self, slug)) ?? false);

/** Why a role cannot be had at these events; undefined if it can. */
export function accessProblem({ role, events }: Access): "owner_of_all_events" | "event_required" | undefined {
  if (events === null) return undefined;
  if (ROLE_RIGHTS[role].allEvents === true) return "owner_of_all_events";
  return events.length === 0 ? "event_required" : undefined;
}
