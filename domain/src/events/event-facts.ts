import { shortSlug } from "../fields/slug-text.js";
import messages from "../generated/messages/en/dates.js";
import about from "../generated/messages/en/language.js";
import type { DateWords } from "../invoices/indian-dates.js";
import type { LanguageCode } from "../languages/language-paths.js";
import type { Arrival } from "./arrival.rules.js";
import { editionDates, eventDates, shortDates } from "./event-dates.js";
import { dayInWords, type EventDay } from "./event-day.js";
import { type EventTranslations, gateIn, inLanguageOf, NO_TRANSLATIONS, untranslated } from "./event-translations.js";
import type { EventStatus } from "./event.states.js";

export { dayInWords } from "./event-day.js";
export type { EventDay } from "./event-day.js";

/** What people read about an event, as stored in `events`. */
export interface EventRecord {
  readonly id: number;
  /** Number of changes made in the dashboard. */
  readonly version: number;
  readonly name: string;
  readonly edition: string;
  /** At least one, ascending. */
  readonly days: readonly EventDay[];
  readonly venueName: string;
  /** The venue at the start of a sentence: "An industrial area in Whitefield". */
  readonly venueDescription: string;
  readonly street: string;
  readonly locality: string;
  readonly city: string;
  readonly pin: string;
  /** GST code of the venue's state. */
  readonly stateCode: string;
  readonly mapUrl: string;
  /** Sales window, ISO 8601 UTC; null means no bound on that side. */
  readonly salesOpenAt: string | null;
  readonly salesCloseAt: string | null;
}

/** The organisation that runs the Mela: the newest row of `organisation`. */
export interface OrganisationRecord {
  readonly id: number;
  readonly version: number;
  /** Name on pages and in mails. */
  readonly name: string;
  /** Name on the GST registration, printed on invoices. */
  readonly legalName: string;
  readonly legalAddress: string;
  /** The first two digits are the seller's state code. */
  readonly gstin: string;
  /** Street of the headquarters. */
  readonly street: string;
  readonly locality: string;
  readonly city: string;
  readonly pin: string;
  readonly region: string;
  readonly supportEmail: string;
  readonly phone: string | null;
}

/** A day that an event no longer has. */
export interface DroppedDay extends EventDay {
  /** When it was dropped, ISO 8601 UTC; absent from days that were dropped before it was noted. */
  readonly droppedAt?: string;
}

/** What changes of the event left in calendars. */
export interface EventCalendar {
  /** How often something has changed that calendars show or holders of stalls have to know. */
  readonly sequence: number;
  /** Days that the event no longer has, beyond the number of its days: their entries are removed. */
  readonly droppedDays: readonly DroppedDay[];
  /** When the event would have started before its dates last changed, ISO 8601 in India's time; null if they never did. */
  readonly formerStart: string | null;
}

/** The event and its organisation, as shown on pages and in mails, invoices and calendars. */
export interface EventFacts {
  /** The event's, in addresses and calls. */
  readonly slug: string;
  readonly status: EventStatus;
  readonly event: EventRecord;
  readonly organisation: OrganisationRecord;
  readonly calendar: EventCalendar;
  /** Where holders come in, and when they set up. */
  readonly arrival: Arrival;
  /** Its texts in other languages; none if it is not said. */
  readonly translations?: EventTranslations;
  /** Time of the last change to either, ISO 8601 UTC. */
  readonly updatedAt: string;
}

/** The facts with the event's texts in a language, where it has some. */
export function factsIn(facts: EventFacts, language: LanguageCode): EventFacts {
  const { event, arrival, translations = NO_TRANSLATIONS } = facts;
  return {
    ...facts,
    event: inLanguageOf(event, translations, language),
    arrival: { ...arrival, gate: gateIn(arrival.gate, translations, language) },
  };
}

/** What pages show of an event's texts in another language. */
export interface PublicTranslation {
  readonly language: LanguageCode;
  readonly name: string;
  readonly venue: string;
  readonly venueLong: string;
  readonly city: string;
  readonly gate: string;
  /** What of it is in the first language all the same, as it is said there. */
  readonly english: readonly string[];
}

/**
 * First and last day of the Mela, YYYY-MM-DD: for what asks for its ends only, its order in lists and when it begins. What
 * is shown of its days comes from event-dates.ts.
 */
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

/** "Industrial area, Whitefield, Bangalore". */
export function venueShort({ venueName, city }: Pick<EventRecord, "venueName" | "city">): string {
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

/** Events of more days have their hours listed by the hours, not by the day. */
const MOST_LISTED_DAYS = 7;

/**
 * Displayed days and hours: { day: "Thursday, 3 December 2026", hours: "10:00 to 20:00" }. Many days are grouped by their
 * hours: { day: "13–17, 20 and 22–24 February 2027", … }.
 */
export function openingHours(
  { days }: Pick<EventRecord, "days">,
  words: DateWords = messages,
): readonly { readonly day: string; readonly hours: string }[] {
  const hoursOf = ({ opens, closes }: EventDay): string => words.hours({ from: opens, to: closes });
  if (days.length <= MOST_LISTED_DAYS) {
    return days.map((day) => ({ day: dayInWords(day.date, words), hours: hoursOf(day) }));
  }
  return [...new Set(days.map(hoursOf))].map((hours) => {
    const same = days.filter((day) => hoursOf(day) === hours);
    const [only] = same;
    return {
      day: only !== undefined && same.length === 1 ? dayInWords(only.date, words) : shortDates({ days: same }, words),
      hours,
    };
  });
}

/** Displayed days and hours, one line each: "Thursday, 3 December 2026, 10:00 to 20:00". */
export function hoursInLines(event: Pick<EventRecord, "days">, words: DateWords = messages): string {
  return openingHours(event, words)
    .map(({ day, hours }) => `${day}, ${hours}`)
    .join("\n");
}

/** The office's postal address below its name and street. */
export function officeLines({ locality, city, pin, region }: OrganisationRecord): readonly string[] {
  return [`${locality}, ${city} ${pin}`, `${region}, India`];
}

/** Postal address of the headquarters. */
export function headquarters(organisation: OrganisationRecord): readonly string[] {
  return [`${organisation.name}, ${organisation.street}`, ...officeLines(organisation)];
}

/** An edition of the Mela. One that sells stalls is neither past nor upcoming. */
export interface MelaEdition {
  readonly event: EventRecord;
  /** Over, or archived. */
  readonly isPast: boolean;
  /** Announced: published, but without stalls. */
  readonly isUpcoming: boolean;
}

/** Title on the edition's page and in the search: "The Mela 2026". */
export function editionTitle({ name, edition }: Pick<EventRecord, "name" | "edition">): string {
  return name.includes(edition) ? name : `${name} ${edition}`;
}

/** Addresses and values that name no event of their own. */
const RESERVED_SLUGS: ReadonlySet<string> = new Set(["mela", "policies", "all"]);

/** Longest slug, in UTF-16 units. */
const MOST_SLUG = 80;

/**
 * The slug that a new event gets, in its address: "the-mela-2026", "दीपावली-मेला-2027". Letters, vowel signs and digits of every
 * script, as in brands' addresses; Latin letters without their accents. Digits alone, which name no event, and words that
 * our addresses use get "event-" before them; a name without letters and digits is its first day.
 */
export function eventSlug(event: Pick<EventRecord, "name" | "edition" | "days">): string {
  const words = editionTitle(event)
    .normalize("NFD")
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
  if (words === "" || RESERVED_SLUGS.has(words)) return `event-${eventDays(event).start}`;
  return shortSlug(/\p{L}/u.test(words) ? words : `event-${words}`, MOST_SLUG);
}

/** An event's name within a sentence: "the Mela". */
export function eventInSentence(name: string, words: DateWords = messages): string {
  return name.replace(/^The /, words.the);
}

/** Opening hours in one line; given only once if all days have the same. */
export function editionHours(event: Pick<EventRecord, "days">): string {
  const hours = openingHours(event);
  const [first] = hours;
  return hours.every((day) => day.hours === first?.hours)
    ? (first?.hours ?? "")
    : hours.map(({ day, hours: open }) => `${day}, ${open}`).join("; ");
}

/** One-sentence description of an edition. @param stalls how many stalls its plan has; 0 for an announced one */
export function editionDescription({ days }: Pick<EventRecord, "days">, stalls: number): string {
  const rent = stalls === 0 ? "stalls to rent" : stalls === 1 ? "1 stall to rent" : `${stalls} stalls to rent`;
  const count = dayCountInWords(days.length);
  return `${/^(e|18)/.test(count) ? "An" : "A"} ${count}-day market of women entrepreneurs, with ${rent}.`;
}

/** A number of days in words, up to twelve: "two". */
export function dayCountInWords(days: number): string {
  return IN_WORDS[days - 1] ?? String(days);
}

/** The facts with their dates and hours in the words of the site's build: the api sends English ones. */
export function inOwnWords<Facts extends Pick<PublicFacts, "openingDays" | "arrival" | "translations">>(
  facts: Facts,
): Facts {
  const { openingDays: days, arrival } = facts;
  const { gate = arrival.gate, ...texts } = ownTexts<PublicTranslation>(facts);
  return {
    ...facts,
    ...texts,
    arrival: { ...arrival, gate },
    dates: eventDates({ days }),
    hours: openingHours({ days }),
  };
}

/** The texts that something of an event has in the language of this build. */
function ownTexts<Translation extends { readonly language: LanguageCode; readonly english: readonly string[] }>({
  translations = [],
}: {
  readonly translations?: readonly Translation[];
}): Partial<Omit<Translation, "language" | "english">> {
  const found = translations.find(({ language }) => language === about.code);
  if (found === undefined) return {};
  const { language: _own, english: _marked, ...texts } = found;
  return texts;
}

/** What lists show of an event in another language, beside its address. */
export interface ListedTranslation extends Pick<PublicTranslation, "language" | "venueLong" | "english"> {
  readonly title: string;
}

/** What pages of brands show of an event in another language. */
export interface PlaceTranslation extends Pick<PublicTranslation, "language" | "city" | "english"> {
  readonly eventName: string;
}

interface InLists<Translation> extends Pick<PublicFacts, "openingDays"> {
  readonly translations?: readonly Translation[];
}

/** {@link inOwnWords} of a listed event, whose dates have their year. */
export function listedInOwnWords<Listed extends InLists<ListedTranslation>>(event: Listed): Listed {
  const { openingDays: days } = event;
  return {
    ...event,
    ...ownTexts<ListedTranslation>(event),
    dates: editionDates({ days }),
    hours: openingHours({ days }),
  };
}

/** {@link inOwnWords} of where a brand is met. */
export function placeInOwnWords<Place extends InLists<PlaceTranslation>>(place: Place): Place {
  return { ...place, ...ownTexts<PlaceTranslation>(place), dates: shortDates({ days: place.openingDays }) };
}

/** Values for placeholders in page texts: {dates}, {city}, {locality}, {officeCity}. */
export type FactPlaceholders = Readonly<Record<"dates" | "city" | "locality" | "officeCity", string>>;

/** Event facts formatted for display in pages. */
export interface PublicFacts {
  /** Time of the last change, ISO 8601 UTC; newer facts have a greater value. */
  readonly updatedAt: string;
  /** The event's, in addresses and calls. */
  readonly slug: string;
  /** Only a published event sells. */
  readonly status: EventStatus;
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
  readonly calendar: EventCalendar;
  readonly arrival: Arrival;
  /** The event's texts in other languages of the site; none if it is absent. */
  readonly translations?: readonly PublicTranslation[];
  /** Who is paid for a stall: the name and number on the tax invoice. */
  readonly payee: { readonly name: string; readonly gstin: string };
  readonly organisation: {
    readonly name: string;
    readonly city: string;
    readonly supportEmail: string;
    readonly phone: string | null;
    readonly officeLines: readonly string[];
    readonly headquarters: readonly string[];
  };
}

/** Formats the public facts. */
export function publicFacts({
  slug,
  status,
  event,
  organisation,
  calendar,
  arrival,
  translations = NO_TRANSLATIONS,
  updatedAt,
}: EventFacts): PublicFacts {
  const days = eventDays(event);
  const { name, edition, locality, city, mapUrl, salesOpenAt, salesCloseAt } = event;
  return {
    ...{ updatedAt, slug, status, name, edition, days, openingDays: event.days, hours: openingHours(event) },
    dates: eventDates(event),
    venue: venueShort(event),
    venueLong: venueLong(event),
    ...{ locality, city, address: postalAddress(event), mapUrl, salesOpenAt, salesCloseAt },
    calendar,
    arrival,
    ...(Object.keys(translations.texts).length === 0
      ? {}
      : { translations: publicTranslations({ event, arrival, translations }) }),
    payee: { name: organisation.legalName, gstin: organisation.gstin },
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

/** An event's texts in its other languages, with what is missing in the first one; none without any. */
export function publicTranslations({
  event,
  arrival: { gate },
  translations = NO_TRANSLATIONS,
}: Pick<EventFacts, "event" | "arrival" | "translations">): readonly PublicTranslation[] {
  return (Object.keys(translations.texts) as LanguageCode[]).map((language) => {
    const own = inLanguageOf(event, translations, language);
    return {
      ...{ language, name: own.name, venue: venueShort(own), venueLong: venueLong(own), city: own.city },
      gate: gateIn(gate, translations, language),
      english: untranslated({ ...event, gate }, translations, language),
    };
  });
}

const IN_WORDS = [
  ...["one", "two", "three", "four", "five", "six"],
  ...["seven", "eight", "nine", "ten", "eleven", "twelve"],
] as const;
