import { PATHS, dashboardPath } from "@sakhi/domain/site/routes";

/** The login's address with a return address, unless that is the dashboard's start. */
export function loginAddress(from: string): string {
  return PATHS.adminLogin + (from === PATHS.dashboard ? "" : `?${new URLSearchParams({ next: from })}`);
}

/** Redirect target after the login. Only the dashboard: an address from a link is not trusted. */
export function afterLogin(next: string | null): string {
  return next?.startsWith(`${PATHS.dashboard}?`) ? next : PATHS.dashboard;
}

/** A booking's details, over the table of registrations. */
export const bookingAddress = (booking: string) => dashboardPath({ booking });
/** A stall's history, over the floor plan. */
export const stallAddress = (stall: string) => dashboardPath({ view: "plan", stall });
/** An application, over the list of applications. */
export const applicationAddress = (application: string) => dashboardPath({ view: "listings", application });
/** A brand, over the list of brands. */
export const brandAddress = (brand: string) => dashboardPath({ view: "brands", brand });

/**
 * The operator's guide at a section (lab/guides/guides.mjs): a view's name, or that of a part of one. A view without a section opens
 * its beginning.
 */
export const guideAddress = (section: string): string => `/guide-operator.html#${section}`;
