import { PATHS, dashboardPath } from "@sakhi/domain/site/routes";

/** Where the administrator logs in. */
export const LOGIN_PATH = PATHS.adminLogin;
/** The dashboard; which of its views is shown stands in `?view=`. */
export const DASHBOARD_PATH = PATHS.dashboard;

/** The login's address, which leads back to where one was; plain for the dashboard's own beginning. */
export function loginAddress(from: string): string {
  return from === DASHBOARD_PATH ? LOGIN_PATH : `${LOGIN_PATH}?${new URLSearchParams({ next: from })}`;
}

/** Where to go after the login. Only ever to the dashboard: an address out of a link is not to be trusted. */
export function afterLogin(next: string | null): string {
  const ours = next === DASHBOARD_PATH || (next?.startsWith(`${DASHBOARD_PATH}?`) ?? false);
  return ours && next !== null ? next : DASHBOARD_PATH;
}

/** A booking's details over the table of registrations. */
export const bookingAddress = (booking: string) => dashboardPath({ booking });
/** A stall's history over the floor plan. */
export const stallAddress = (stall: string) => dashboardPath({ view: "plan", stall });
/** An application to be listed, over the list of them. */
export const applicationAddress = (application: string) => dashboardPath({ view: "listings", application });
