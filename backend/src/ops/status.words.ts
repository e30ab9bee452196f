import en from "@sakhi/domain/generated/messages/en/admin-status";
import hi from "@sakhi/domain/generated/messages/hi/admin-status";
import kn from "@sakhi/domain/generated/messages/kn/admin-status";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import type { ObjectiveName } from "../platform/metrics/objectives.js";

/** The words of the operations page. Results of the nightly verification are stored, and stay English. */
export interface StatusWords extends Omit<typeof en, "objectives"> {
  /** What visitors are promised (docs/operations/objectives.md). */
  readonly objectives: Readonly<Record<ObjectiveName, string>>;
}

export const STATUS_WORDS: Readonly<Record<LanguageCode, StatusWords>> = { en, hi, kn };
