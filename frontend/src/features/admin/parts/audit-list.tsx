import { Box, chakra } from "@chakra-ui/react";
import type { AuditEntry } from "../../../api/admin-api";
import { spoken } from "./spoken";
import { dayOf, secondOf } from "./when";

const strings = {
  why: "Reason",
  change: (name: string, before: string, after: string) => `${name}: ${before} → ${after}`,
  empty: "–",
} as const;

function shown(value: unknown): string {
  if (value === null || value === undefined || value === "") return strings.empty;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** What an action changed, one line for each thing that is another after it. */
function changesOf({ before = {}, after = {} }: AuditEntry): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .filter((name) => shown(before[name]) !== shown(after[name]))
    .map((name) => strings.change(spoken(name), shown(before[name]), shown(after[name])));
}

/** Lines of the audit log: who did what, when, why, and what is another since. */
export function AuditList({
  entries,
  subject = false,
}: {
  readonly entries: readonly AuditEntry[];
  /** Whether to say what it was done to: not where the place says so. */
  readonly subject?: boolean;
}) {
  return (
    <chakra.ol listStyleType="none" p="0" display="grid" gap="3">
      {entries.map((entry) => (
        <chakra.li
          key={entry.id}
          data-audit={entry.action}
          borderInlineStartWidth="3px"
          borderInlineStartStyle="solid"
          borderColor="line"
          ps="3"
          textStyle="small"
        >
          <Box display="flex" flexWrap="wrap" columnGap="2">
            <strong>{spoken(entry.action)}</strong>
            {subject && (
              <chakra.span overflowWrap="anywhere">
                {entry.subjectType} {entry.subjectId}
              </chakra.span>
            )}
          </Box>
          <Box color="muted">
            {entry.administrator}, {dayOf(entry.at)}, {secondOf(entry.at)}
          </Box>
          {entry.reason !== undefined && (
            <Box overflowWrap="anywhere">
              {strings.why}: {entry.reason}
            </Box>
          )}
          {changesOf(entry).map((change) => (
            <Box key={change} overflowWrap="anywhere" color="muted">
              {change}
            </Box>
          ))}
        </chakra.li>
      ))}
    </chakra.ol>
  );
}
