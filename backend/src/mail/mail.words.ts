import { REGISTRATION_FIELDS } from "@sakhi/domain/bookings/registration.fields";
import { type PagePart, partsInWords } from "@sakhi/domain/brands/page-gate.rules";
import { changesInWords, type CalendarWords, type EventChange } from "@sakhi/domain/events/calendar";
import { fieldLabels } from "@sakhi/domain/fields/correction.rules";
import { type DeclaredFields, type FieldName } from "@sakhi/domain/fields/declared-fields";
import enCalendar from "@sakhi/domain/generated/messages/en/calendar";
import enDates from "@sakhi/domain/generated/messages/en/dates";
import enChanges from "@sakhi/domain/generated/messages/en/event-changes";
import enMails from "@sakhi/domain/generated/messages/en/mails";
import enParts from "@sakhi/domain/generated/messages/en/page-parts";
import enFields from "@sakhi/domain/generated/messages/en/registration-fields";
import enWizard from "@sakhi/domain/generated/messages/en/wizard";
import hiCalendar from "@sakhi/domain/generated/messages/hi/calendar";
import hiDates from "@sakhi/domain/generated/messages/hi/dates";
import hiChanges from "@sakhi/domain/generated/messages/hi/event-changes";
import hiMails from "@sakhi/domain/generated/messages/hi/mails";
import hiParts from "@sakhi/domain/generated/messages/hi/page-parts";
import hiFields from "@sakhi/domain/generated/messages/hi/registration-fields";
import hiWizard from "@sakhi/domain/generated/messages/hi/wizard";
import knCalendar from "@sakhi/domain/generated/messages/kn/calendar";
import knDates from "@sakhi/domain/generated/messages/kn/dates";
import knChanges from "@sakhi/domain/generated/messages/kn/event-changes";
import knMails from "@sakhi/domain/generated/messages/kn/mails";
import knParts from "@sakhi/domain/generated/messages/kn/page-parts";
import knFields from "@sakhi/domain/generated/messages/kn/registration-fields";
import knWizard from "@sakhi/domain/generated/messages/kn/wizard";
import { LANGUAGES } from "@sakhi/domain/generated/messages/languages";
import { FIRST_LANGUAGE, type LanguageCode } from "@sakhi/domain/languages/language-paths";

/** The words of mails, calendars and messages in one language, besides the mails' texts. */
export interface PersonWords extends CalendarWords {
  readonly mails: typeof enMails;
  readonly changes: typeof enChanges;
  readonly parts: typeof enParts;
  /** Labels of forms' fields, as a sentence uses them; English ones come from the forms' declarations. */
  readonly labels: Readonly<Record<string, string>>;
}

/** The words of each language; one that is not complete has English ones where its own are missing. */
export const WORDS: Readonly<Record<LanguageCode, PersonWords>> = {
  en: {
    ...{ dates: enDates, calendar: enCalendar, mails: enMails, changes: enChanges, parts: enParts },
    labels: { ...enWizard.fields, ...enFields },
  },
  hi: {
    ...{ dates: hiDates, calendar: hiCalendar, mails: hiMails, changes: hiChanges, parts: hiParts },
    labels: { ...hiWizard.fields, ...hiFields },
  },
  kn: {
    ...{ dates: knDates, calendar: knCalendar, mails: knMails, changes: knChanges, parts: knParts },
    labels: { ...knWizard.fields, ...knFields },
  },
};

/** A stored language, or English for one that the product no longer has. */
export function languageOf(stored: string | null | undefined): LanguageCode {
  return LANGUAGES.find(({ code }) => code === stored)?.code ?? FIRST_LANGUAGE;
}

/** The locale of a language: "hi-IN". */
export const localeOf = (language: LanguageCode): string =>
  LANGUAGES.find(({ code }) => code === language)?.locale ?? "en-IN";

/** Labels of a form's fields in a sentence: "name and GST number". */
export function fieldsInWords<Fields extends DeclaredFields>(
  language: LanguageCode,
  fields: Fields,
  names: readonly FieldName<Fields>[],
): string {
  if (language === FIRST_LANGUAGE) return fieldLabels(fields, names);
  const { labels, mails } = WORDS[language];
  const said = names.map((name) => labels[name] ?? fieldLabels(fields, [name]));
  const last = said.at(-1) ?? "";
  return said.length < 2 ? last : mails.fieldList({ parts: said.slice(0, -1).join(", "), last });
}

/** What has changed of an event, in a sentence. */
export const changesIn = (language: LanguageCode, changes: readonly EventChange[]): string =>
  changesInWords(changes, WORDS[language].changes);

/** Parts of a brand's page, in a sentence. */
export const partsIn = (language: LanguageCode, parts: readonly PagePart[]): string =>
  partsInWords(parts, WORDS[language].parts);

/** Labels of a registration's fields, in a sentence. */
export const registrationFieldsIn = (
  language: LanguageCode,
  names: readonly FieldName<typeof REGISTRATION_FIELDS>[],
): string => fieldsInWords(language, REGISTRATION_FIELDS, names);
