import type { Config } from "../config/config.js";

/**
 * URL of a page of Temporal's web UI, as part of a response; empty without TEMPORAL_UI_URL.
 *
 * @param path below the namespace, e.g. `/workflows`
 */
export function temporalUrl({ uiUrl, namespace }: Config["temporal"], path: string): { temporalUrl?: string } {
  if (uiUrl === undefined) return {};
  return { temporalUrl: `${uiUrl}/namespaces/${encodeURIComponent(namespace)}${path}` };
}
