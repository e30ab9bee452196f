import type { Config } from "../config/config.js";

/**
 * The address of one of Temporal's own pages, as a part of a response; nothing where nobody said where they are.
 *
 * @param path below the namespace, e.g. `/workflows`
 */
export function temporalUrl({ uiUrl, namespace }: Config["temporal"], path: string): { temporalUrl?: string } {
  if (uiUrl === undefined) return {};
  return { temporalUrl: `${uiUrl}/namespaces/${encodeURIComponent(namespace)}${path}` };
}
