import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { shortDates } from "@sakhi/domain/events/event-dates";
import { publicTranslations } from "@sakhi/domain/events/event-facts";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import { eventPaths } from "@sakhi/domain/site/routes";
import { EventFactsService, type RequestedEvent, type StoredEvent } from "../events/event-facts.service.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import type { BrandStallResponse, OwnStallResponse, StallBrandResponse } from "./brand-stalls.response.js";

/**
 * Stalls that are sold to the owner of application $1: the one whose free listing it is, and those booked with its address if the
 * page was opened from a mail to that address ($2). An equal name proves nothing.
 */
const OF_OWNER = `
  SELECT b.id AS "bookingId", a.brand_id AS "brandId", s.stall_id AS "stallId", s.event_id AS "eventId",
         EXISTS (SELECT FROM brand_stalls t WHERE t.booking_id = b.id AND t.brand_id = a.brand_id) AS shown
    FROM listing_applications a
    JOIN bookings b ON b.id = a.booking_id OR ($2 AND lower(b.email) = lower(a.email))
    JOIN stalls s USING (stall_key)
   WHERE a.id = $1 AND a.brand_id IS NOT NULL AND b.state = 'sold' ORDER BY s.event_id, s.stall_id LIMIT 20`;

const SHOWN = `
  FROM brand_stalls t JOIN live_brands v ON v.id = t.brand_id JOIN bookings b ON b.id = t.booking_id
  JOIN stalls s USING (stall_key)
 WHERE b.state = 'sold'`;

/** Of a brand `v`: the words by which visitors find it, all of them public on its page. */
const SOLD_WORDS = `
  ARRAY(SELECT v.category UNION SELECT l.category FROM live_listings l WHERE l.brand_id = v.id ORDER BY 1 LIMIT 10) AS categories,
  ARRAY(SELECT DISTINCT l.name FROM live_listings l WHERE l.brand_id = v.id ORDER BY 1 LIMIT 40) AS products`;

interface SoldStall {
  readonly bookingId: string;
  readonly brandId: string;
  readonly stallId: string;
  readonly eventId: number;
  readonly shown: boolean;
}

/** Where a brand is met: stalls of coming events that its owner shows on its page, and it on the plan. */
@Injectable()
export class BrandStallsService {
  constructor(
    private readonly database: Database,
    private readonly eventFacts: EventFactsService,
  ) {}

  /** The owner's stalls of coming events. @param byMail the page was opened from a mail to the application's address */
  async ofOwner(applicationId: string, byMail: boolean): Promise<OwnStallResponse[]> {
    const found = await this.database.query<SoldStall>(OF_OWNER, [applicationId, byMail]);
    const stalls = await this.coming(found);
    return stalls.map(({ bookingId: id, brandId: _, ...stall }) => ({ id, ...stall }));
  }

  /** Shows a stall of the owner's on her page, or no longer. @throws DomainError not_found for a stall that is not hers */
  show(applicationId: string, byMail: boolean, bookingId: string, shown: boolean): Promise<void> {
    return this.database.transaction((tx) => this.showInTx(tx, [applicationId, byMail], bookingId, shown));
  }

  private async showInTx(tx: Tx, owner: [string, boolean], bookingId: string, shown: boolean): Promise<void> {
    const found = await rows<SoldStall>(tx, OF_OWNER, owner);
    const stall = found.find((each) => each.bookingId === bookingId);
    if (stall === undefined) throw new DomainError("not_found");
    await (shown
      ? tx.query(
          `INSERT INTO brand_stalls (booking_id, brand_id) VALUES ($1, $2)
           ON CONFLICT (booking_id) DO UPDATE SET brand_id = excluded.brand_id, shown_at = clock_timestamp()`,
          [bookingId, stall.brandId],
        )
      : tx.query("DELETE FROM brand_stalls WHERE booking_id = $1 AND brand_id = $2", [bookingId, stall.brandId]));
  }

  /** Where a live brand is met. */
  async ofBrand(module: CatalogueModule, name: string): Promise<BrandStallResponse[]> {
    return this.coming(
      await this.database.query<Pick<SoldStall, "stallId" | "eventId">>(
        `SELECT s.stall_id AS "stallId", s.event_id AS "eventId" ${SHOWN} AND v.module = $1 AND v.name_key = lower($2)
          ORDER BY s.event_id, s.stall_id LIMIT 20`,
        [module, name.trim()],
      ),
    );
  }

  /** The brands that are met at an event, by stall; none once it is over. */
  async ofEvent({ id }: RequestedEvent): Promise<StallBrandResponse[]> {
    return isComing(await this.eventFacts.of(id)) ? this.atStallsOf(id) : [];
  }

  /** The live brands whose owners show them at a stall of an event, by stall, also once it is over. */
  atStallsOf(eventId: number): Promise<StallBrandResponse[]> {
    return this.database.query<StallBrandResponse>(
      `SELECT s.stall_id AS "stallId", v.name AS "brandName", v.module, ${SOLD_WORDS} ${SHOWN} AND s.event_id = $1
        ORDER BY left(s.stall_id, 1), length(s.stall_id), s.stall_id`,
      [eventId],
    );
  }

  private async coming<Stall extends Pick<SoldStall, "stallId" | "eventId">>(
    stalls: readonly Stall[],
  ): Promise<(Omit<Stall, "eventId"> & BrandStallResponse)[]> {
    const shown: (Omit<Stall, "eventId"> & BrandStallResponse)[] = [];
    for (const { eventId, ...stall } of stalls) {
      const stored = await this.eventFacts.of(eventId);
      if (isComing(stored)) shown.push({ ...stall, ...placeOf(stored) });
    }
    return shown;
  }
}

function placeOf({ slug, event, facts, isCurrent }: StoredEvent): Omit<BrandStallResponse, "stallId"> {
  const translations = publicTranslations(facts).map(({ language, name, city, english }) => ({
    ...{ language, eventName: name, city, english },
  }));
  return {
    ...{ event: slug, eventName: event.name, dates: shortDates(event), openingDays: event.days, city: event.city },
    planPath: eventPaths(isCurrent ? undefined : slug).plan,
    ...(translations.length === 0 ? {} : { translations }),
  };
}

const isComing = ({ status, isPast }: StoredEvent): boolean => status === "published" && !isPast;
