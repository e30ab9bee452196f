import { Box, chakra } from "@chakra-ui/react";
import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/admin-audit";
import actions from "@sakhi/domain/generated/messages/en/admin-audit-actions";
import { IS_ENGLISH } from "@sakhi/domain/generated/messages/en/language";
import { Link } from "react-router-dom";
import type { AuditEntry } from "../../../api/admin-api";
import { rupees } from "../../../ui/money";
import { applicationAddress, bookingAddress, brandAddress, stallAddress } from "../addresses";
import { useEventTitles } from "./chosen-event";
import { dayOf, momentOf, secondOf, humanize } from "./labels";

const strings = {
  ...messages.audit,
  subjects: messages.audit.subjects as Readonly<Partial<Record<string, string>>>,
  why: (reason: string) => messages.audit.why({ reason }),
  change: (name: string, before: string, after: string) =>
    `${isolated(name)}: ${isolated(before)} → ${isolated(after)}`,
  fact: (name: string, value: string) => `${isolated(name)}: ${isolated(value)}`,
  of: (subject: string, event: string) => messages.audit.of({ subject, event: isolated(event) }),
  empty: "–",
} as const;

type Words = Readonly<Partial<Record<string, string>>>;

/** An action in words; in English its name says it, and one without words is shown by its name. */
function actionText(action: string): string {
  // The English build has none of the words below.
  if (IS_ENGLISH) return humanize(action);
  const { resolutions, exports: exported, waiting, ...whole } = actions;
  // Names that are made of another one.
  const composed: readonly (readonly [RegExp, Words])[] = [
    [/^resolution_(\w+)$/, resolutions],
    [/^(\w+)_exported$/, exported],
    [/^waiting_(\w+)$/, waiting],
  ];
  const texts = [(whole as Words)[action], ...composed.map(([name, words]) => words[name.exec(action)?.[1] ?? ""])];
  return texts.find((text) => text !== undefined) ?? humanize(action);
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Formats a value: paise as rupees, times in India's time zone. */
function formatValue(name: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return strings.empty;
  if (typeof value === "number" && isPaise(name)) return rupees(value / 100);
  if (typeof value === "boolean") return value ? strings.yes : strings.no;
  if (typeof value === "string") return ISO_TIME.test(value) ? momentOf(value) : value;
  return JSON.stringify(value);
}

const isPaise = (name: string) => /paise$/i.test(name);

/** The values that an action changed, one line each; values on one side only are listed as they are. */
function changesOf({ before = {}, after = {} }: AuditEntry): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => {
    const label = humanize(name.replace(/_?paise$/i, ""));
    const [oldValue, newValue] = [formatValue(name, before[name]), formatValue(name, after[name])];
    if (!(name in before)) return [strings.fact(label, newValue)];
    if (!(name in after)) return [strings.fact(label, oldValue)];
    return oldValue === newValue ? [] : [strings.change(label, oldValue, newValue)];
  });
}

/** Path of the subject on the dashboard, if it has one. */
function subjectPath({ subjectType, subjectId, event }: AuditEntry): string | undefined {
  switch (subjectType) {
    case "booking":
      return bookingAddress(subjectId, event);
    case "stall":
      // Without its event, the number could be another stall's.
      return event === undefined ? undefined : stallAddress(subjectId, event);
    case "application":
      return applicationAddress(subjectId);
    case "brand":
      return brandAddress(subjectId);
    default:
      return undefined;
  }
}

function Subject({ entry }: { readonly entry: AuditEntry }) {
  const titleOf = useEventTitles();
  // The entry's values name the account.
  if (entry.subjectType === "administrator") return null;
  const path = subjectPath(entry);
  const name = `${strings.subjects[entry.subjectType] ?? entry.subjectType} ${entry.subjectId}`;
  const label = entry.event === undefined ? name : strings.of(name, titleOf(entry.event));
  return (
    <chakra.span overflowWrap="anywhere">{path === undefined ? label : <Link to={path}>{label}</Link>}</chakra.span>
  );
}

/** Entries of the audit log, with reasons and changed values. */
export function AuditList({
  entries,
  subject = false,
}: {
  readonly entries: readonly AuditEntry[];
  /** Whether to show each entry's subject. */
  readonly subject?: boolean;
}) {
  return (
    <chakra.ol display="grid" gap="3">
      {entries.map((entry) => (
        <chakra.li key={entry.id} data-audit={entry.action} borderInlineStartWidth="3px" ps="3" textStyle="small">
          <Box display="flex" flexWrap="wrap" columnGap="2">
            <strong>{actionText(entry.action)}</strong>
            {subject && <Subject entry={entry} />}
          </Box>
          <Box color="muted">{`${entry.administrator}, ${dayOf(entry.at)}, ${secondOf(entry.at)}`}</Box>
          {entry.reason !== undefined && <Box overflowWrap="anywhere">{strings.why(entry.reason)}</Box>}
          {changesOf(entry).map((change) => (
            // Names and values as they are stored: in English (docs/decisions/0138).
            <Box key={change} overflowWrap="anywhere" color="muted" lang={IS_ENGLISH ? undefined : "en"}>
              {change}
            </Box>
          ))}
        </chakra.li>
      ))}
    </chakra.ol>
  );
}
