import { Injectable } from "@nestjs/common";
import { editionDates } from "@sakhi/domain/events/event-dates";
import {
  editionTitle,
  openingHours,
  postalAddress,
  publicTranslations,
  venueLong,
} from "@sakhi/domain/events/event-facts";
import { byPhase } from "@sakhi/domain/events/event-phase";
import { EventFactsService, type StoredEvent } from "../events/event-facts.service.js";
import { LayoutService } from "./layout.service.js";
import type { ListedEventResponse, ListedPriceResponse } from "./listed-events.response.js";
import type { LayoutStallResponse } from "./stalls.response.js";

/** Age up to which the list is returned again, in ms: it shows numbers of stalls, nobody reserves from it. */
const FRESH_MS = 1_000;

/** The public list of events, from the processes' cached plans. */
@Injectable()
export class ListedEventsService {
  private cached: { readonly events: Promise<readonly ListedEventResponse[]>; readonly until: number } | undefined;

  constructor(
    private readonly eventFacts: EventFactsService,
    private readonly layout: LayoutService,
  ) {}

  /** All events but drafts, the current one first ({@link byPhase}); at most a second old. */
  all(): Promise<readonly ListedEventResponse[]> {
    const { cached } = this;
    if (cached !== undefined && performance.now() < cached.until) return cached.events;
    const events = this.read();
    this.cached = { events, until: performance.now() + FRESH_MS };
    // A failed read is not cached.
    events.catch(() => (this.cached = undefined));
    return events;
  }

  private async read(): Promise<readonly ListedEventResponse[]> {
    const editions = (await this.eventFacts.editions()).map((edition) => ({
      edition,
      isCurrent: edition.isCurrent,
      phase: edition.phase,
      event: { ...edition.event, status: edition.status, hasStalls: edition.hasStalls },
    }));
    return Promise.all(editions.toSorted(byPhase).map(({ edition }) => this.listed(edition)));
  }

  private async listed({ event, slug, isCurrent, phase, hasStalls, facts }: StoredEvent): Promise<ListedEventResponse> {
    const stalls = hasStalls ? (await this.layout.current(event.id)).stalls : [];
    const count = (status: LayoutStallResponse["status"]): number =>
      stalls.filter((stall) => stall.status === status).length;
    return {
      ...{ slug, isCurrent, phase, title: editionTitle(event), dates: editionDates(event), hours: openingHours(event) },
      openingDays: event.days,
      ...{ venueLong: venueLong(event), address: postalAddress(event), mapUrl: event.mapUrl },
      salesOpenAt: event.salesOpenAt,
      stalls: { available: count("Available"), reserved: count("Reserved"), sold: count("Sold") },
      prices: lowestPrices(stalls),
      ...translationsOf(facts),
    };
  }
}

/** The event's texts in other languages, if there are any. */
function translationsOf(facts: StoredEvent["facts"]): Pick<ListedEventResponse, "translations"> {
  const { edition } = facts.event;
  const translations = publicTranslations(facts).map(({ language, name, venueLong: venue, english }) => ({
    ...{ language, title: editionTitle({ name, edition }), venueLong: venue, english },
  }));
  return translations.length === 0 ? {} : { translations };
}

/** The lowest price of each type that the plan has, in the order of the plan. */
export function lowestPrices(stalls: readonly LayoutStallResponse[]): ListedPriceResponse[] {
  const prices = new Map<LayoutStallResponse["type"], number>();
  for (const { type, price } of stalls) prices.set(type, Math.min(price, prices.get(type) ?? price));
  return [...prices].map(([type, from]) => ({ type, from }));
}
