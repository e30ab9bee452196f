import type { EventCalendar, EventRecord, OrganisationRecord } from "./event-facts.js";

/**
 * Event facts of a new database, and the only place in the code that contains them: seeded by a migration, edited in the
 * dashboard. Hours, street and map are examples; the rest is from the specification.
 */
export const SEED_EVENT: Omit<EventRecord, "id" | "version"> = {
  name: "The Mela",
  edition: "2026",
  days: [
    { date: "2026-12-03", opens: "10:00", closes: "20:00" },
    { date: "2026-12-04", opens: "10:00", closes: "20:00" },
  ],
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
