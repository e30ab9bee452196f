import type { EventRecord, OrganisationRecord } from "./event-facts.js";

/** A fact that operators type of an event or of the organisation. */
export interface FactField {
  /** Its label in forms and lists. */
  readonly label: string;
  readonly help?: string;
  /** By default a line of text. */
  readonly kind?: "days" | "state" | "moment";
  /** True if there can be none: null. */
  readonly optional?: true;
  /** When and where the event takes place: rescheduling sets it. */
  readonly whenAndWhere?: true;
}

/** What operators type of an event, in the order of the form; ChangeEventDto has the rules. */
export const EVENT_FIELDS = {
  name: { label: "Name" },
  edition: { label: "Edition" },
  days: { label: "Days and opening hours", kind: "days", whenAndWhere: true },
  venueName: { label: "Venue", whenAndWhere: true },
  venueDescription: { label: "Venue as a sentence begins", help: "The city follows after it.", whenAndWhere: true },
  street: { label: "Street", whenAndWhere: true },
  locality: { label: "Part of the city", whenAndWhere: true },
  city: { label: "City", whenAndWhere: true },
  pin: { label: "PIN code", whenAndWhere: true },
  stateCode: { label: "State of the venue", kind: "state", whenAndWhere: true },
  mapUrl: { label: "Map link", whenAndWhere: true },
  salesOpenAt: {
    label: "Stall sales open (India's time)",
    help: "Leave empty for at once. Nobody can reserve a stall before.",
    kind: "moment",
    optional: true,
  },
  salesCloseAt: {
    label: "Stall sales close (India's time)",
    help: "At the latest when the last day closes; a published event needs an end. Payments already under way continue.",
    kind: "moment",
    optional: true,
  },
} as const satisfies Readonly<Record<keyof Omit<EventRecord, "id" | "version">, FactField>>;

/** What operators type of the organisation, in the order of the form; ChangeOrganisationDto has the rules. */
export const ORGANISATION_FIELDS = {
  name: { label: "Name" },
  supportEmail: { label: "Support e-mail" },
  phone: { label: "Support phone", help: "Leave empty to show none.", optional: true },
  street: { label: "Street" },
  locality: { label: "Part of the city" },
  city: { label: "City" },
  pin: { label: "PIN code" },
  region: { label: "State" },
  legalName: { label: "Legal name", help: "As on the GST registration; printed on invoices." },
  legalAddress: { label: "Legal address" },
  gstin: { label: "GSTIN" },
} as const satisfies Readonly<Record<keyof Omit<OrganisationRecord, "id" | "version">, FactField>>;

type EventFields = typeof EVENT_FIELDS;
/** The name of a fact of an event. */
export type EventFieldName = keyof EventFields;
/** When and where: the facts that rescheduling sets. */
export type WhenAndWhere = {
  [Name in EventFieldName]: EventFields[Name] extends { readonly whenAndWhere: true } ? Name : never;
}[EventFieldName];

/** The facts of an event, in the order of the form. */
export const EVENT_FACTS = Object.keys(EVENT_FIELDS) as readonly EventFieldName[];
/** {@link WhenAndWhere}, in the order of the form. */
export const WHEN_AND_WHERE = EVENT_FACTS.filter(
  (name) => (EVENT_FIELDS[name] as FactField).whenAndWhere === true,
) as readonly WhenAndWhere[];

/** The named facts of a row, a request or an answer. */
export function factsOf<Facts extends object, Name extends keyof Facts>(
  row: Facts,
  names: readonly Name[],
): Pick<Facts, Name> {
  return Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Facts, Name>;
}
