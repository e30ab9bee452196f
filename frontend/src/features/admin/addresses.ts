import { PATHS, dashboardPath } from "@sakhi/domain/site/routes";

/** The login's address, which leads back to where one was; plain for the dashboard's own beginning. */
export function loginAddress(from: string): string {
  return PATHS.adminLogin + (from === PATHS.dashboard ? "" : `?${new URLSearchParams({ next: from })}`);
}

/** Where to go after the login. Only ever to the dashboard: an address out of a link is not to be trusted. */
export function afterLogin(next: string | null): string {
  return next?.startsWith(`${PATHS.dashboard}?`) ? next : PATHS.dashboard;
}

/** A booking's details over the table of registrations. */
export const bookingAddress = (booking: string) => dashboardPath({ booking });
/** A stall's history over the floor plan. */
export const stallAddress = (stall: string) => dashboardPath({ view: "plan", stall });
/** An application to be listed, over the list of them. */
export const applicationAddress = (application: string) => dashboardPath({ view: "listings", application });
