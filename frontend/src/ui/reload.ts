/**
 * Reloads the page if the server is reachable: otherwise a reload would lose the page.
 *
 * @returns false if the server is unreachable or failing
 */
export async function reloadIfReachable(): Promise<boolean> {
  const page = await fetch(globalThis.location.href, { method: "HEAD" }).catch(() => undefined);
  // A 404 counts as reachable: the page of an unknown address has that status.
  if (page === undefined || page.status >= 500) return false;
  globalThis.location.reload();
  return true;
}
