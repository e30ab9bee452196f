/**
 * What people of the team may do, stated once (docs/decisions/0120): every right, the roles that have it, and whether a right is
 * of an event. Calls declare theirs (`@Needs`), the dashboard shows what somebody's rights allow, docs/roles.md is generated.
 */

/**
 * Rights that are had at an event: people with named events have them at those only. Words of rights and roles are in
 * messages/en/rights.json.
 */
export const EVENT_RIGHTS = [
  "events.read",
  "events.change",
  "events.cancel",
  "bookings.read",
  "bookings.change",
  "money.read",
  "money.change",
  "contacts.read",
  "messages.read",
  "messages.change",
  "waiting.read",
  "waiting.change",
  "exports.read",
  "issues.read",
  "issues.change",
  "gate.use",
  "gate.sell",
  "audit.read",
  "team.read",
  "team.change",
] as const;
export type EventRight = (typeof EVENT_RIGHTS)[number];

/** Rights that are of no event, or of all of them together. */
export const COMMON_RIGHTS = [
  "events.create",
  "networks.block",
  "organisation.change",
  "gst.read",
  "gst.close",
  "payouts.read",
  "payouts.change",
  "disputes.read",
  "disputes.change",
  "brands.read",
  "brands.change",
  "listings.read",
  "listings.change",
  "enquiries.read",
  "enquiries.change",
  "catalogue.read",
  "catalogue.change",
  "persons.change",
  "whatsapp.read",
  "integrations.read",
  "integrations.change",
  "system.read",
  "system.change",
] as const;
export type CommonRight = (typeof COMMON_RIGHTS)[number];

export type Right = EventRight | CommonRight;
export const ALL_RIGHTS: readonly Right[] = [...EVENT_RIGHTS, ...COMMON_RIGHTS];

/** Whether a right is had at an event, so that a call that needs it says at which. */
export const isEventRight = (right: Right): right is EventRight => EVENT_RIGHTS.some((each) => each === right);

export const ADMINISTRATOR_ROLES = ["owner", "organiser", "accountant", "content", "gate", "viewer"] as const;
/** A role of a person of the team, at all events or at named ones. */
export type AdministratorRole = (typeof ADMINISTRATOR_ROLES)[number];

interface RoleDeclaration {
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
  owner: { rights: ALL_RIGHTS, allEvents: true, secondFactor: true },
  organiser: { rights: [...EVENT_RIGHTS, "events.create", "networks.block"], secondFactor: true },
  accountant: {
    rights: [
      ...(["events.read", "bookings.read", "money.read", "money.change"] as const),
      ...(["exports.read", "issues.read", "gst.read", "gst.close"] as const),
      ...(["payouts.read", "payouts.change", "disputes.read", "disputes.change"] as const),
    ],
    secondFactor: true,
  },
  content: { rights: ["events.read", "contacts.read", ...CATALOGUE], everywhere: CATALOGUE, secondFactor: true },
  gate: { rights: ["gate.use", "gate.sell"], secondFactor: false },
  viewer: { rights: READS, secondFactor: false },
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
