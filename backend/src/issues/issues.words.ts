import en from "@sakhi/domain/generated/messages/en/admin-issues";
import hi from "@sakhi/domain/generated/messages/hi/admin-issues";
import kn from "@sakhi/domain/generated/messages/kn/admin-issues";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import { STUCK_REFUND_DAYS } from "@sakhi/domain/payments/refund-times.rules";
import { ISSUES, type IssueKind } from "./issues.types.js";

/** The words of the inbox in each language. */
export const INBOX_WORDS: Readonly<Record<LanguageCode, typeof en>> = { en, hi, kn };

/** Title and explanation of a kind of issue. */
export interface IssueWords {
  readonly title: string;
  /** What has happened and what usually helps, for a first-time reader. */
  readonly meaning: string;
}

/** Title and explanation of a kind; one without words does not compile. */
export function issueWords(kind: IssueKind, language: LanguageCode): IssueWords {
  const { kinds } = INBOX_WORDS[language];
  if (kind !== "refund_stuck") return kinds[kind];
  const { title, meaning } = kinds.refund_stuck;
  return { title, meaning: meaning({ days: STUCK_REFUND_DAYS }) };
}

/** Whether a value names a kind of this version. */
export const isIssueKind = (value: unknown): value is IssueKind =>
  typeof value === "string" && Object.hasOwn(ISSUES, value);
