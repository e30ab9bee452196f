import { randomInt } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { openDashboard, operator } from "./administrator.js";
import { post } from "./stalls.js";

export const REASON = "The hall is another one";
export const EVENTS = "/mela/admin/events";

/** A duplicate of the seed event, as a draft. @returns its slug */
export async function duplicate(): Promise<string> {
  const api = await operator();
  const [first] = (await (await api.get(`/api/v1${EVENTS}`)).json()) as readonly { slug: string }[];
  const created = await post(api, EVENTS, {
    ...{ name: "The Mela", edition: `Drawn ${randomInt(1_000_000)}`, days: "2099-03-01 10:00 to 20:00" },
    ...{ venueName: "Trade centre, Guindy", venueDescription: "A trade centre in Guindy", street: "1 Mount Road" },
    ...{
      locality: "Guindy",
      city: "Chennai",
      pin: "600032",
      stateCode: "33",
      mapUrl: "https://maps.example.org/guindy",
    },
    ...{ salesCloseAt: "2099-02-20T12:30:00.000Z", reason: REASON, planOf: first?.slug },
  });
  return ((await created.json()) as { slug: string }).slug;
}

/** A drawn stall by its number. */
export const stall = (page: Page, number: string) => page.locator(`[data-item][data-stall="${number}"]`);

/** Opens the designer of an event. */
export async function openDesigner(page: Page, slug: string): Promise<void> {
  await openDashboard(page, `plan&event=${slug}&draw=on`);
  await expect(stall(page, "A1")).toBeVisible();
}
