import enDates from "@sakhi/domain/generated/messages/en/dates";
import enChanges from "@sakhi/domain/generated/messages/en/event-changes";
import hiDates from "@sakhi/domain/generated/messages/hi/dates";
import hiChanges from "@sakhi/domain/generated/messages/hi/event-changes";
import knDates from "@sakhi/domain/generated/messages/kn/dates";
import knChanges from "@sakhi/domain/generated/messages/kn/event-changes";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";

interface EventWords {
  readonly dates: typeof enDates;
  /** What has changed of an event. */
  readonly changes: typeof enChanges;
}

/** What the api says of an event to the dashboard, in the language of its page; the audit log has English. */
export const EVENT_WORDS: Readonly<Record<LanguageCode, EventWords>> = {
  en: { dates: enDates, changes: enChanges },
  hi: { dates: hiDates, changes: hiChanges },
  kn: { dates: knDates, changes: knChanges },
};
