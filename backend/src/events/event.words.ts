import type { ArchiveObstacle, PublishGap } from "@sakhi/domain/events/event-lifecycle.rules";
import enChecks from "@sakhi/domain/generated/messages/en/admin-event-checks";
import enDates from "@sakhi/domain/generated/messages/en/dates";
import enChanges from "@sakhi/domain/generated/messages/en/event-changes";
import hiChecks from "@sakhi/domain/generated/messages/hi/admin-event-checks";
import hiDates from "@sakhi/domain/generated/messages/hi/dates";
import hiChanges from "@sakhi/domain/generated/messages/hi/event-changes";
import knChecks from "@sakhi/domain/generated/messages/kn/admin-event-checks";
import knDates from "@sakhi/domain/generated/messages/kn/dates";
import knChanges from "@sakhi/domain/generated/messages/kn/event-changes";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";

interface EventWords {
  readonly dates: typeof enDates;
  /** What has changed of an event. */
  readonly changes: typeof enChanges;
  /** Why it can be neither published nor archived; one without words does not compile. */
  readonly checks: {
    readonly gaps: Readonly<Record<PublishGap, string>>;
    readonly obstacles: Readonly<Record<ArchiveObstacle, string>>;
  };
}

/** What the api says of an event to the dashboard, in the language of its page; the audit log has English. */
export const EVENT_WORDS: Readonly<Record<LanguageCode, EventWords>> = {
  en: { dates: enDates, changes: enChanges, checks: enChecks },
  hi: { dates: hiDates, changes: hiChanges, checks: hiChecks },
  kn: { dates: knDates, changes: knChanges, checks: knChecks },
};
