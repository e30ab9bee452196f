import enObstacles from "@sakhi/domain/generated/messages/en/admin-event-obstacles";
import enDates from "@sakhi/domain/generated/messages/en/dates";
import enChanges from "@sakhi/domain/generated/messages/en/event-changes";
import hiObstacles from "@sakhi/domain/generated/messages/hi/admin-event-obstacles";
import hiDates from "@sakhi/domain/generated/messages/hi/dates";
import hiChanges from "@sakhi/domain/generated/messages/hi/event-changes";
import knObstacles from "@sakhi/domain/generated/messages/kn/admin-event-obstacles";
import knDates from "@sakhi/domain/generated/messages/kn/dates";
import knChanges from "@sakhi/domain/generated/messages/kn/event-changes";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";

interface EventWords {
  readonly dates: typeof enDates;
  /** What has changed of an event. */
  readonly changes: typeof enChanges;
  /** What keeps an event from being published or archived. */
  readonly obstacles: typeof enObstacles;
}

/** What the api says of an event to the dashboard, in the language of its page; the audit log has English. */
export const EVENT_WORDS: Readonly<Record<LanguageCode, EventWords>> = {
  en: { dates: enDates, changes: enChanges, obstacles: enObstacles },
  hi: { dates: hiDates, changes: hiChanges, obstacles: hiObstacles },
  kn: { dates: knDates, changes: knChanges, obstacles: knObstacles },
};
