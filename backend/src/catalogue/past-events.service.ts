import { Injectable } from "@nestjs/common";
import { editionDates } from "@sakhi/domain/events/event-dates";
import {
  editionDescription,
  editionHours,
  editionTitle,
  eventDays,
  postalAddress,
  venueLong,
} from "@sakhi/domain/events/event-facts";
import { EventFactsService, type StoredEvent } from "../events/event-facts.service.js";
import { Database } from "../platform/database/database.js";
import type { PastEventResponse } from "./catalogue.response.js";
import { EVENT_COLUMNS } from "./catalogue.service.js";

/** Safety limit: a few dozen are expected. */
const MAX_PAST_EVENTS = 500;

/** What else people call the Mela when they look for it. */
const MELA_WORDS = "stall stalls booking fair market exhibition मेला स्टॉल";

type Dated = PastEventResponse & { readonly heldOn: string };

/**
 * Events that have their own page even without live listings: fairs and pop-ups, and past and upcoming editions of the
 * Mela. The current Mela has booking pages instead.
 */
@Injectable()
export class PastEventsService {
  constructor(
    private readonly database: Database,
    private readonly eventFacts: EventFactsService,
  ) {}

  /** All events, newest first. */
  async all(): Promise<PastEventResponse[]> {
    const [shown, editions] = await Promise.all([
      this.database.query<Dated>(
        `SELECT ${EVENT_COLUMNS}, held_on::text AS "heldOn" FROM shown_events
          WHERE kind <> 'award' ORDER BY held_on DESC, id LIMIT $1`,
        [MAX_PAST_EVENTS],
      ),
      this.eventFacts.editions(),
    ]);
    return [...shown, ...editions.filter(({ isPast, isUpcoming }) => isPast || isUpcoming).map(editionOf)]
      .toSorted((a, b) => b.heldOn.localeCompare(a.heldOn))
      .map(({ heldOn: _order, ...event }) => event);
  }

  /** The event of this title, case ignored. */
  async find(title: string): Promise<PastEventResponse | undefined> {
    const key = folded(title);
    return (await this.all()).find((event) => folded(event.title) === key);
  }
}

/** An edition's searchable fields: names, days and places. */
export function searchedEdition({
  event,
  slug,
  isPast,
  isUpcoming,
  isCurrent,
}: StoredEvent): Readonly<Record<string, string>> {
  const { days, locality } = event;
  return {
    id: `mela-${event.id}`,
    title: editionTitle(event),
    date: editionDates(event),
    kind: isPast ? "past_mela" : isUpcoming ? "coming_mela" : "mela",
    ...(isCurrent ? {} : { event: slug }),
    held_on: eventDays({ days }).start,
    texts: [editionTitle(event), editionDates(event), venueLong(event), event.venueName, locality, MELA_WORDS].join(
      "\n",
    ),
  };
}

function editionOf({ event, isUpcoming, stallCount }: StoredEvent): Dated {
  return {
    id: `mela-${event.id}`,
    kind: "mela",
    title: editionTitle(event),
    date: editionDates(event),
    time: editionHours(event),
    venue: `${venueLong(event)}, ${postalAddress(event)}`,
    description: editionDescription(event, stallCount),
    image: null,
    ...(isUpcoming ? { toCome: true } : {}),
    heldOn: eventDays(event).start,
  };
}

const folded = (text: string): string => text.normalize("NFC").trim().toLowerCase();
