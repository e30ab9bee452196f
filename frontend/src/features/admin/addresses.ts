import { PATHS, dashboardPath } from "@sakhi/domain/site/routes";

/** The login's address with a return address, unless that is the dashboard's start. */
export function loginAddress(from: string): string {
  return PATHS.adminLogin + (from === PATHS.dashboard ? "" : `?${new URLSearchParams({ next: from })}`);
}

/** Redirect target after the login. Only the dashboard and the gate: an address from a link is not trusted. */
export function afterLogin(next: string | null): string {
  const isOurs = next === PATHS.gate || [PATHS.dashboard, PATHS.gate].some((path) => next?.startsWith(`${path}?`));
  return next !== null && isOurs ? next : PATHS.dashboard;
}

const of = (event: string | undefined): Readonly<Record<string, string>> => (event === undefined ? {} : { event });

/** A booking's details, over the table of its event's registrations. @param event slug; of the current event if unknown */
export const bookingAddress = (booking: string, event: string | undefined) => dashboardPath({ ...of(event), booking });
/** A message to the holder of a booking, over the messages of its event. */
export const writeAddress = (booking: string, event: string) => dashboardPath({ view: "messages", event, to: booking });
/** A stall's history, over its event's floor plan; without the event, its number could be another stall's. */
export const stallAddress = (stall: string, event: string) => dashboardPath({ view: "plan", event, stall });
/** An application, over the list of applications. */
export const applicationAddress = (application: string) => dashboardPath({ view: "listings", application });
/** A brand, over the list of brands. */
export const brandAddress = (brand: string) => dashboardPath({ view: "brands", brand });

/** The sections that the dashboard links to, by guide (lab/guides): views, and parts of one. */
const SECTIONS = {
  operator: ["registrations", "plan", "issues", "listings", "coupons", "event", "papers", "operations"],
  mela: ["brands", "gate", "messages", "site", "team", "waiting"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/**
 * The guide of operators, or of a whole Mela, at a section: a view's name, or that of a part of one. A view without a section opens the
 * beginning of the operators'.
 */
export function guideAddress(section: string): string {
  const guide = Object.entries(SECTIONS).find(([, sections]) => (sections as readonly string[]).includes(section))?.[0];
  return guide === undefined ? "/guide-operator.html" : `/guide-${guide}.html#${section}`;
}
