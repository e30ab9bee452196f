import { Injectable } from "@nestjs/common";
import {
  editionDates,
  editionDescription,
  editionHours,
  editionTitle,
  eventDays,
  type EventRecord,
  type MelaEdition,
  postalAddress,
  venueLong,
} from "@sakhi/domain/events/event-facts";
import { EventFactsService } from "../events/event-facts.service.js";
import { Database } from "../platform/database/database.js";
import type { PastEventResponse } from "./catalogue.response.js";

/** There are a few dozen at most. */
const MAX_PAST_EVENTS = 500;

type Dated = PastEventResponse & { readonly heldOn: string };

/**
 * Events of the past: fairs and pop-ups that the site shows, and editions of the Mela that are over. Each keeps its page,
 * whether or not anybody who took part is still listed.
 */
@Injectable()
export class PastEventsService {
  constructor(
    private readonly database: Database,
    private readonly eventFacts: EventFactsService,
  ) {}

  /** All of them, the newest first. */
  async all(): Promise<PastEventResponse[]> {
    const [shown, editions] = await Promise.all([
      this.database.query<Dated>(
        `SELECT id, kind, title, date_text AS date, time_text AS time, venue, description, image,
                held_on::text AS "heldOn"
           FROM showcase_events WHERE kind <> 'award' ORDER BY held_on DESC, id LIMIT $1`,
        [MAX_PAST_EVENTS],
      ),
      this.eventFacts.editions(),
    ]);
    return [...shown, ...editions.filter(({ isPast }) => isPast).map(editionOf)]
      .toSorted((a, b) => b.heldOn.localeCompare(a.heldOn))
      .map(({ heldOn: _order, ...event }) => event);
  }

  /** The one of this title; case makes no difference. */
  async find(title: string): Promise<PastEventResponse | undefined> {
    const wanted = folded(title);
    return (await this.all()).find((event) => folded(event.title) === wanted);
  }
}

/** What the search looks at of an edition: its names, days and places. */
export function searchedEdition({ event, isPast }: MelaEdition): Readonly<Record<string, string>> {
  const { days, locality } = event;
  return {
    id: `mela-${event.id}`,
    title: editionTitle(event),
    date: editionDates(event),
    kind: isPast ? "past_mela" : "mela",
    held_on: eventDays({ days }).start,
    texts: [editionTitle(event), editionDates(event), venueLong(event), event.venueName, locality].join("\n"),
  };
}

function editionOf({ event }: { readonly event: EventRecord }): Dated {
  return {
    id: `mela-${event.id}`,
    kind: "mela",
    title: editionTitle(event),
    date: editionDates(event),
    time: editionHours(event),
    venue: `${venueLong(event)}, ${postalAddress(event)}`,
    description: editionDescription(event),
    image: null,
    heldOn: eventDays(event).start,
  };
}

const folded = (text: string): string => text.normalize("NFC").trim().toLowerCase();
