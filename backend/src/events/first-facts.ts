import { NO_ARRIVAL } from "@sakhi/domain/events/arrival.rules";
import { type EventFacts, type EventRecord, eventSlug } from "@sakhi/domain/events/event-facts";
import { SEED_CALENDAR, SEED_HOURS, SEED_ORGANISATION, seedEvent } from "@sakhi/domain/events/event-facts.seed";
import { indianTime } from "@sakhi/domain/events/indian-time";
import type { Config } from "../platform/config/config.js";
import type { Database } from "../platform/database/database.js";

/** The settings that define the facts until an operator edits them in the dashboard. */
type FirstSettings = Pick<Config, "production" | "siteName" | "operatorEmail" | "event" | "seller">;
/** The settings of the tax on its stalls until then. */
type TaxSettings = Pick<Config, "gstRatePercent" | "sac">;

/**
 * The initial facts: the settings, completed by the seed. In production, sales close when the Mela opens, and the support
 * address is the operators'; elsewhere, sales close when the Mela does.
 *
 * @param startedAt the installation's first start, from which days follow that the settings do not name
 */
export function firstFacts(
  { production, siteName, operatorEmail, event, seller }: FirstSettings,
  startedAt: Date,
): EventFacts {
  const seed = seedEvent(startedAt);
  const { edition, days } = event.days === undefined ? seed : daysOf(event.days);
  const start = days[0]?.date;
  const seeded: EventRecord = {
    id: 1,
    version: 0,
    ...seed,
    edition,
    days,
    stateCode: event.stateCode,
    salesCloseAt:
      production && start !== undefined ? new Date(indianTime(start, SEED_HOURS.opens)).toISOString() : null,
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
    arrival: NO_ARRIVAL,
    updatedAt: new Date(0).toISOString(),
  };
}

/**
 * Seeds the facts; skips each record that has been edited in the dashboard. Only the seeded event has version 0. Days that
 * follow from the first start never move an event that has bookings: its days came from a setting, or an earlier release.
 */
export async function seedFirstFacts(database: Database, settings: FirstSettings & TaxSettings): Promise<void> {
  const [installation] = await database.query<{ startedAt: Date }>(
    `SELECT created_at AS "startedAt" FROM installation`,
  );
  if (installation === undefined) throw new Error("The database has no installation; migrations insert it.");
  const { slug, event, organisation } = firstFacts(settings, installation.startedAt);
  await database.query(
    `UPDATE events SET state_code = $1, sales_close_at = $2, gst_rate_percent = $3, sac = $4
      WHERE version = 0
        AND (state_code, sales_close_at, gst_rate_percent, sac)
            IS DISTINCT FROM ($1, $2::timestamptz, $3::integer, $4)`,
    [event.stateCode, event.salesCloseAt, settings.gstRatePercent, settings.sac.stall],
  );
  await database.query(
    `UPDATE events SET days = $1, edition = $2, slug = $3
      WHERE version = 0 AND (days, edition, slug) IS DISTINCT FROM ($1::jsonb, $2, $3)
        AND ($4 OR NOT EXISTS (SELECT FROM bookings))`,
    [JSON.stringify(event.days), event.edition, slug, settings.event.days !== undefined],
  );
  const { name, legalName, legalAddress, gstin, supportEmail } = organisation;
  await database.query(
    `UPDATE organisation SET name = $1, legal_name = $2, legal_address = $3, gstin = $4, support_email = $5
      WHERE id = (SELECT max(id) FROM organisation) AND version = 0
        AND (name, legal_name, legal_address, gstin, support_email) IS DISTINCT FROM ($1, $2, $3, $4, $5)`,
    [name, legalName, legalAddress, gstin, supportEmail],
  );
}

/** Edition and days of a range of days, YYYY-MM-DD; at most seven. A first day alone means two, like the seed's. */
function daysOf({ start, end }: NonNullable<Config["event"]["days"]>): Pick<EventRecord, "edition" | "days"> {
  const first = Date.parse(`${start}T00:00:00Z`);
  const dates = Array.from({ length: end === undefined ? 2 : 7 }, (_, day) =>
    new Date(first + day * 86_400_000).toISOString().slice(0, 10),
  );
  const within = dates.filter((date) => date <= (end ?? date));
  return { edition: start.slice(0, 4), days: within.map((date) => ({ date, ...SEED_HOURS })) };
}
