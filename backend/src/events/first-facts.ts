import { type EventFacts, eventSlug, type MelaDays } from "@sakhi/domain/events/event-facts";
import { SEED_CALENDAR, SEED_EVENT, SEED_ORGANISATION } from "@sakhi/domain/events/event-facts.seed";
import { indianTime } from "@sakhi/domain/events/indian-time";
import type { Config } from "../platform/config/config.js";
import type { Database } from "../platform/database/database.js";

/** The settings that define the facts until an operator edits them in the dashboard. */
type FirstSettings = Pick<Config, "production" | "siteName" | "operatorEmail" | "event" | "seller">;
/** The settings of the tax on its stalls until then. */
type TaxSettings = Pick<Config, "gstRatePercent" | "sac">;

/**
 * The initial facts: the settings, completed by the seed. In production, sales close when the Mela opens, and the support
 * address is the operators'; elsewhere, sales never close.
 */
export function firstFacts({ production, siteName, operatorEmail, event, seller }: FirstSettings): EventFacts {
  const [{ opens, closes } = { opens: "10:00", closes: "20:00" }] = SEED_EVENT.days;
  const days =
    event.start === SEED_EVENT.days[0]?.date && event.end === SEED_EVENT.days.at(-1)?.date
      ? SEED_EVENT.days
      : datesOf(event).map((date) => ({ date, opens, closes }));
  const seeded = {
    id: 1,
    version: 0,
    ...SEED_EVENT,
    days,
    edition: event.start.slice(0, 4),
    stateCode: event.stateCode,
    salesCloseAt: production ? new Date(indianTime(event.start, opens)).toISOString() : null,
  };
  return {
    slug: eventSlug(seeded),
    status: "published",
    event: seeded,
    organisation: {
      id: 1,
      version: 0,
      ...SEED_ORGANISATION,
      name: siteName,
      legalName: seller.name,
      legalAddress: seller.address,
      gstin: seller.gstin,
      supportEmail: production ? operatorEmail : SEED_ORGANISATION.supportEmail,
    },
    calendar: SEED_CALENDAR,
    updatedAt: new Date(0).toISOString(),
  };
}

/** Seeds the facts; skips each record that has been edited in the dashboard. Only the seeded event has version 0. */
export async function seedFirstFacts(database: Database, settings: FirstSettings & TaxSettings): Promise<void> {
  const { slug, event, organisation } = firstFacts(settings);
  await database.query(
    `UPDATE events SET days = $1, edition = $2, state_code = $3, sales_close_at = $4, slug = $5, gst_rate_percent = $6,
                       sac = $7
      WHERE version = 0
        AND (days, edition, state_code, sales_close_at, slug, gst_rate_percent, sac)
            IS DISTINCT FROM ($1::jsonb, $2, $3, $4::timestamptz, $5, $6::integer, $7)`,
    [
      ...[JSON.stringify(event.days), event.edition, event.stateCode, event.salesCloseAt, slug],
      ...[settings.gstRatePercent, settings.sac.stall],
    ],
  );
  const { name, legalName, legalAddress, gstin, supportEmail } = organisation;
  await database.query(
    `UPDATE organisation SET name = $1, legal_name = $2, legal_address = $3, gstin = $4, support_email = $5
      WHERE id = (SELECT max(id) FROM organisation) AND version = 0
        AND (name, legal_name, legal_address, gstin, support_email) IS DISTINCT FROM ($1, $2, $3, $4, $5)`,
    [name, legalName, legalAddress, gstin, supportEmail],
  );
}

/** All days of the range, YYYY-MM-DD; at most seven. */
function datesOf({ start, end }: MelaDays): string[] {
  const first = Date.parse(`${start}T00:00:00Z`);
  return Array.from({ length: 7 }, (_, day) => new Date(first + day * 86_400_000).toISOString().slice(0, 10)).filter(
    (date) => date <= end,
  );
}
