import messages from "../generated/messages/en/admin-event-fields.js";
import type { EventRecord, OrganisationRecord } from "./event-facts.js";

const { event, organisation } = messages;

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
  name: { label: event.name },
  edition: { label: event.edition },
  days: { label: event.days, kind: "days", whenAndWhere: true },
  venueName: { label: event.venueName, whenAndWhere: true },
  venueDescription: { label: event.venueDescription, help: event.venueDescriptionHelp, whenAndWhere: true },
  street: { label: event.street, whenAndWhere: true },
  locality: { label: event.locality, whenAndWhere: true },
  city: { label: event.city, whenAndWhere: true },
  pin: { label: event.pin, whenAndWhere: true },
  stateCode: { label: event.stateCode, kind: "state", whenAndWhere: true },
  mapUrl: { label: event.mapUrl, whenAndWhere: true },
  salesOpenAt: { label: event.salesOpenAt, help: event.salesOpenAtHelp, kind: "moment", optional: true },
  salesCloseAt: { label: event.salesCloseAt, help: event.salesCloseAtHelp, kind: "moment", optional: true },
} as const satisfies Readonly<Record<keyof Omit<EventRecord, "id" | "version">, FactField>>;

/** What operators type of the organisation, in the order of the form; ChangeOrganisationDto has the rules. */
export const ORGANISATION_FIELDS = {
  name: { label: organisation.name },
  supportEmail: { label: organisation.supportEmail },
  phone: { label: organisation.phone, help: organisation.phoneHelp, optional: true },
  street: { label: organisation.street },
  locality: { label: organisation.locality },
  city: { label: organisation.city },
  pin: { label: organisation.pin },
  region: { label: organisation.region },
  legalName: { label: organisation.legalName, help: organisation.legalNameHelp },
  legalAddress: { label: organisation.legalAddress },
  gstin: { label: organisation.gstin },
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
