import type { ArchiveObstacle, PublishGap } from "@sakhi/domain/events/event-lifecycle.rules";
import en from "@sakhi/domain/generated/messages/en/admin-event-checks";
import hi from "@sakhi/domain/generated/messages/hi/admin-event-checks";
import kn from "@sakhi/domain/generated/messages/kn/admin-event-checks";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";

/** Why an event can be neither published nor archived, in words; one without does not compile. */
interface EventChecks {
  readonly gaps: Readonly<Record<PublishGap, string>>;
  readonly obstacles: Readonly<Record<ArchiveObstacle, string>>;
}

export const EVENT_CHECKS: Readonly<Record<LanguageCode, EventChecks>> = { en, hi, kn };
