/** Where the administrator logs in. */
export const LOGIN_PATH = "/paid-events/mela/admin-login";
/** The dashboard; which of its views is shown stands in `?view=`. */
export const DASHBOARD_PATH = "/paid-events/mela/dashboard";

/** The login's address, which leads back to where one was; plain for the dashboard's own beginning. */
export function loginAddress(from: string): string {
  return from === DASHBOARD_PATH ? LOGIN_PATH : `${LOGIN_PATH}?${new URLSearchParams({ next: from })}`;
}

/** Where to go after the login. Only ever to the dashboard: an address out of a link is not to be trusted. */
export function afterLogin(next: string | null): string {
  const ours = next === DASHBOARD_PATH || (next?.startsWith(`${DASHBOARD_PATH}?`) ?? false);
  return ours && next !== null ? next : DASHBOARD_PATH;
}

const within = (query: Readonly<Record<string, string>>) => `${DASHBOARD_PATH}?${new URLSearchParams(query)}`;

/** A booking's details over the table of registrations. */
export const bookingAddress = (booking: string) => within({ booking });
/** A stall's story over the floor plan. */
export const stallAddress = (stall: string) => within({ view: "plan", stall });
/** An application to be listed, over the list of them. */
export const applicationAddress = (application: string) => within({ view: "listings", application });
