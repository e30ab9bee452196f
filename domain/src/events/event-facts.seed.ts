import { istDate } from "../invoices/indian-dates.js";
import type { EventCalendar, EventRecord, OrganisationRecord } from "./event-facts.js";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Days between the first start of an installation and its first Mela, at least. */
const FIRST_MELA_AHEAD_DAYS = 30;
/** Hours of a day of the first Mela. */
export const SEED_HOURS = { opens: "10:00", closes: "20:00" } as const;

/**
 * Event facts of a new database, and the only place in the code that contains them: seeded by a migration, edited in the
 * dashboard. Hours, street and map are examples; the rest is from the specification. Its days and edition follow from
 * the installation's first start: {@link firstMela}.
 */
export const SEED_EVENT: Omit<EventRecord, "id" | "version" | "edition" | "days"> = {
  name: "The Mela",
  venueName: "Industrial area, Whitefield",
  venueDescription: "An industrial area in Whitefield",
  street: "Plot 27, EPIP Zone, Hoodi Main Road",
  locality: "Whitefield",
  city: "Bangalore",
  pin: "560066",
  stateCode: "29",
  mapUrl: "https://www.openstreetmap.org/?mlat=12.9833&mlon=77.7232#map=16/12.9833/77.7232",
  salesOpenAt: null,
  salesCloseAt: null,
};

/**
 * Days and edition of the first Mela where no setting names them: the next 3rd and 4th of December that is at least
 * thirty days after the installation's first start, so that the specification's texts are right and there is something
 * to book. Days are India's.
 *
 * @param startedAt the installation's first start; the same forever, and so are the days
 */
export function firstMela(startedAt: Date): Pick<EventRecord, "edition" | "days"> {
  const earliest = istDate(new Date(startedAt.getTime() + FIRST_MELA_AHEAD_DAYS * DAY_MS));
  const year = Number(earliest.slice(0, 4));
  const edition = String(earliest <= `${year}-12-03` ? year : year + 1);
  return { edition, days: ["03", "04"].map((day) => ({ date: `${edition}-12-${day}`, ...SEED_HOURS })) };
}

/** The first Mela of an installation that started at an instant. */
export function seedEvent(startedAt: Date): Omit<EventRecord, "id" | "version"> {
  return { ...SEED_EVENT, ...firstMela(startedAt) };
}

/** Calendars before any change. */
export const SEED_CALENDAR: EventCalendar = { sequence: 0, droppedDays: [], formerStart: null };

/** Example organisation for trying out the product; refused in production. */
export const SEED_ORGANISATION: Omit<OrganisationRecord, "id" | "version"> = {
  name: "Sakhi Bazaar",
  legalName: "Sakhi Bazaar Foundation (example)",
  legalAddress: "4th Floor, Example House, Dr Annie Besant Road, Worli, Mumbai 400030",
  gstin: "27AAPFU0939F1ZV",
  street: "2nd floor, Weavers' House",
  locality: "Worli",
  city: "Mumbai",
  pin: "400030",
  region: "Maharashtra",
  supportEmail: "support@sakhibazaar.example",
  phone: null,
};
