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
