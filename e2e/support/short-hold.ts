import type { APIRequestContext } from "@playwright/test";
import { withOwnApi } from "./own-api.js";

/** Reserves a stall for the given seconds, through an api process of its own. */
export function reserveBriefly(visitor: APIRequestContext, stallId: string, seconds: number): Promise<void> {
  return withOwnApi({ HOLD_SECONDS: String(seconds) }, async (site) => {
    const response = await visitor.post(`${site}/api/v1/mela/reserve`, { data: { stallId } });
    if (!response.ok()) throw new Error(`${stallId} could not be reserved: ${await response.text()}`);
  });
}
