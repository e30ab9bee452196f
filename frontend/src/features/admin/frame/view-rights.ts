import { type Access, hasRight, type Right } from "@sakhi/domain/access/rights";
import type { strings } from "../admin.strings";

type ViewName = keyof typeof strings.views;

/** Who sees each view (anyone without a right), and with which right it changes things; in menu order. */
export const RIGHTS_OF: Readonly<Record<ViewName, readonly [read: Right | undefined, change: Right]>> = {
  overview: ["bookings.read", "events.change"],
  registrations: ["bookings.read", "bookings.change"],
  money: ["money.read", "money.change"],
  gst: ["gst.read", "gst.close"],
  payouts: ["payouts.read", "payouts.change"],
  disputes: ["disputes.read", "disputes.change"],
  plan: ["bookings.read", "bookings.change"],
  issues: ["issues.read", "issues.change"],
  listings: ["listings.read", "listings.change"],
  brands: ["brands.read", "brands.change"],
  site: ["catalogue.read", "catalogue.change"],
  coupons: ["money.read", "money.change"],
  event: ["events.read", "events.change"],
  gate: ["bookings.read", "gate.use"],
  messages: ["messages.read", "messages.change"],
  waiting: ["waiting.read", "waiting.change"],
  organisation: ["events.read", "organisation.change"],
  enquiries: ["enquiries.read", "enquiries.change"],
  privacy: ["persons.change", "persons.change"],
  integrations: ["integrations.read", "integrations.change"],
  operations: ["audit.read", "system.change"],
  team: ["team.read", "team.change"],
  account: [undefined, "team.change"],
};

/** Whether somebody sees a view. */
export function maySee(access: Access, name: ViewName): boolean {
  const [read] = RIGHTS_OF[name];
  return read === undefined || hasRight(access, read);
}

/** The names of the views that somebody sees, in menu order. */
export const viewNamesFor = (access: Access): readonly ViewName[] =>
  (Object.keys(RIGHTS_OF) as ViewName[]).filter((name) => maySee(access, name));

/** The views that a right shows, and those in which it changes things, in menu order. */
export function viewNamesOf(right: Right): {
  readonly reads: readonly ViewName[];
  readonly changes: readonly ViewName[];
} {
  const names = Object.keys(RIGHTS_OF) as ViewName[];
  return {
    reads: names.filter((name) => RIGHTS_OF[name][0] === right),
    changes: names.filter((name) => RIGHTS_OF[name][1] === right),
  };
}
