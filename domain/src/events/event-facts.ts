import { gstStateName, isGstStateCode } from "../invoices/gst-states.js";
import { formatDay, monthName, parseDay } from "../invoices/indian-dates.js";

/** A day of the Mela in India with its opening hours. */
export interface EventDay {
  /** YYYY-MM-DD. */
  readonly date: string;
  /** HH:MM, Indian time. */
  readonly opens: string;
  readonly closes: string;
}

/** The Mela as a row of `events` has it. */
export interface EventRecord {
  readonly id: number;
  /** Counts the changes made in the dashboard; 0 as long as nobody made one. */
  readonly version: number;
  readonly name: string;
  readonly edition: string;
  /** At least one, ascending. */
  readonly days: readonly EventDay[];
  readonly venueName: string;
  /** The venue as the beginning of a sentence: "An industrial area in Whitefield". */
  readonly venueDescription: string;
  readonly street: string;
  readonly locality: string;
  readonly city: string;
  readonly pin: string;
  /** GST code of the state it takes place in. */
  readonly stateCode: string;
  readonly mapUrl: string;
  /** When stalls can be booked, ISO 8601 UTC; null: at once, and without an end. */
  readonly salesOpenAt: string | null;
  readonly salesCloseAt: string | null;
}

/** Who runs the Mela, as the newest row of `organisation` has it. */
export interface OrganisationRecord {
  readonly id: number;
  readonly version: number;
  /** As it stands on pages and in mails. */
  readonly name: string;
  /** As on the GST registration, printed on invoices. */
  readonly legalName: string;
  readonly legalAddress: string;
  /** Its first two digits are the code of the seller's state. */
  readonly gstin: string;
  /** Of the headquarters. */
  readonly street: string;
  readonly locality: string;
  readonly city: string;
  readonly pin: string;
  readonly region: string;
  readonly supportEmail: string;
  readonly phone: string | null;
}

/** Everything about the event and who runs it that stands on pages, in mails, on paper and in calendars. */
export interface EventFacts {
  readonly event: EventRecord;
  readonly organisation: OrganisationRecord;
  /** When one of them was changed last, ISO 8601 UTC. */
  readonly updatedAt: string;
}

/** First and last day of the Mela in India, YYYY-MM-DD. */
export interface MelaDays {
  readonly start: string;
  readonly end: string;
}

/** First and last day. @throws RangeError without a day */
export function eventDays({ days }: Pick<EventRecord, "days">): MelaDays {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) throw new RangeError("An event has at least one day.");
  return { start: first.date, end: last.date };
}

/** The days as the site writes them: "3rd and 4th December". */
export function melaDates({ start, end }: MelaDays): string {
  const [first, last] = [parseDay(start), parseDay(end)];
  const lastDay = `${ordinal(last.day)} ${monthName(last)}`;
  if (start === end) return lastDay;
  const firstDay = first.month === last.month ? ordinal(first.day) : `${ordinal(first.day)} ${monthName(first)}`;
  const adjacent = Date.parse(end) - Date.parse(start) === 24 * 60 * 60 * 1000;
  return `${firstDay} ${adjacent ? "and" : "to"} ${lastDay}`;
}

/** "Industrial area, Whitefield, Bangalore". */
export function venueShort({ venueName, city }: EventRecord): string {
  return `${venueName}, ${city}`;
}

/** "An industrial area in Whitefield, Bangalore". */
export function venueLong({ venueDescription, city }: EventRecord): string {
  return `${venueDescription}, ${city}`;
}

/** Street, locality, city and PIN in one line. */
export function postalAddress({ street, locality, city, pin }: EventRecord): string {
  return `${street}, ${locality}, ${city} ${pin}`;
}

/** The state's name; empty for a code that does not exist. */
export function eventRegion({ stateCode }: Pick<EventRecord, "stateCode">): string {
  return isGstStateCode(stateCode) ? gstStateName(stateCode) : "";
}

/** Each day as it is read: { day: "Thursday, 3 December 2026", hours: "10:00 to 20:00" }. */
export function openingHours({
  days,
}: Pick<EventRecord, "days">): readonly { readonly day: string; readonly hours: string }[] {
  return days.map(({ date, opens, closes }) => ({
    day: `${weekday(date)}, ${formatDay(parseDay(date))}`,
    hours: `${opens} to ${closes}`,
  }));
}

/** The rest of the office's postal address, under the name of the office that is written to. */
export function officeLines({ locality, city, pin, region }: OrganisationRecord): readonly string[] {
  return [`${locality}, ${city} ${pin}`, `${region}, India`];
}

/** Headquarters, by appointment. */
export function headquarters(organisation: OrganisationRecord): readonly string[] {
  return [`${organisation.name}, ${organisation.street}`, ...officeLines(organisation)];
}

/** An edition of the Mela. One that is neither past nor to come is the current one. */
export interface MelaEdition {
  readonly event: EventRecord;
  /** Over, or another one has taken its place. */
  readonly isPast: boolean;
  /** Announced: it has a page, and nothing is sold for it. */
  readonly isUpcoming: boolean;
}

/** An edition as its own page and the search name it: "The Mela 2026". */
export function editionTitle({ name, edition }: Pick<EventRecord, "name" | "edition">): string {
  return name.includes(edition) ? name : `${name} ${edition}`;
}

/** Its days with the year: "3rd and 4th December 2026". */
export function editionDates(event: Pick<EventRecord, "days">): string {
  const days = eventDays(event);
  return `${melaDates(days)} ${days.end.slice(0, 4)}`;
}

/** Its opening hours in one line: once where all days have the same. */
export function editionHours(event: Pick<EventRecord, "days">): string {
  const hours = openingHours(event);
  const [first] = hours;
  return hours.every((day) => day.hours === first?.hours)
    ? (first?.hours ?? "")
    : hours.map(({ day, hours: open }) => `${day}, ${open}`).join("; ");
}

/** What it is, in a sentence. */
export function editionDescription({ days }: Pick<EventRecord, "days">): string {
  return `A ${inWords(days.length)}-day market of women entrepreneurs, with 70 stalls to rent.`;
}

/** A number of days as a sentence has it: "two". */
export function inWords(days: number): string {
  return IN_WORDS[days - 1] ?? String(days);
}

/** Words that the texts of pages may have in braces: {dates}, {city}, {locality}, {officeCity}. */
export type FactWords = Readonly<Record<"dates" | "city" | "locality" | "officeCity", string>>;

/** What pages are given: facts as they are shown, so that a browser need not put them together. */
export interface PublicFacts {
  /** When one of them was changed last, ISO 8601 UTC: what is newer has a greater one. */
  readonly updatedAt: string;
  readonly name: string;
  readonly edition: string;
  readonly days: MelaDays;
  readonly openingDays: readonly EventDay[];
  readonly hours: readonly { readonly day: string; readonly hours: string }[];
  readonly dates: string;
  readonly venue: string;
  readonly venueLong: string;
  readonly locality: string;
  readonly city: string;
  readonly address: string;
  readonly mapUrl: string;
  readonly salesOpenAt: string | null;
  readonly salesCloseAt: string | null;
  readonly organisation: {
    readonly name: string;
    readonly city: string;
    readonly supportEmail: string;
    readonly phone: string | null;
    readonly officeLines: readonly string[];
    readonly headquarters: readonly string[];
  };
}

/** What everybody may read of the facts; the tax registration stands on invoices only. */
export function publicFacts({ event, organisation, updatedAt }: EventFacts): PublicFacts {
  const days = eventDays(event);
  const { name, edition, locality, city, mapUrl, salesOpenAt, salesCloseAt } = event;
  return {
    ...{ updatedAt, name, edition, days, openingDays: event.days, hours: openingHours(event) },
    dates: melaDates(days),
    venue: venueShort(event),
    venueLong: venueLong(event),
    ...{ locality, city, address: postalAddress(event), mapUrl, salesOpenAt, salesCloseAt },
    organisation: {
      name: organisation.name,
      city: organisation.city,
      supportEmail: organisation.supportEmail,
      phone: organisation.phone,
      officeLines: officeLines(organisation),
      headquarters: headquarters(organisation),
    },
  };
}

const IN_WORDS = ["one", "two", "three", "four", "five", "six", "seven"] as const;
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

function weekday(date: string): string {
  return WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? "";
}

function ordinal(day: number): string {
  const ending = day >= 11 && day <= 13 ? undefined : ["st", "nd", "rd"][(day % 10) - 1];
  return `${day}${ending ?? "th"}`;
}
