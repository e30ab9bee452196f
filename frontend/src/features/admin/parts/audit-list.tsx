import { Box, chakra } from "@chakra-ui/react";
import { Link } from "react-router-dom";
import type { AuditEntry } from "../../../api/admin-api";
import { rupees } from "../../../ui/money";
import { applicationAddress, bookingAddress, stallAddress } from "../addresses";
import { dayOf, momentOf, secondOf, spoken } from "./labels";

const strings = {
  why: "Reason",
  change: (name: string, before: string, after: string) => `${name}: ${before} → ${after}`,
  fact: (name: string, value: string) => `${name}: ${value}`,
  empty: "–",
  yes: "yes",
  no: "no",
} as const;

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** A value as people read it: paise as rupees, times in India. */
function shown(name: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return strings.empty;
  if (typeof value === "number" && isPaise(name)) return rupees(value / 100);
  if (typeof value === "boolean") return value ? strings.yes : strings.no;
  if (typeof value === "string") return ISO_TIME.test(value) ? momentOf(value) : value;
  return JSON.stringify(value);
}

const isPaise = (name: string) => /paise$/i.test(name);

/** What an action changed, one line for each thing that is another after it; what stands on one side only as it is. */
function changesOf({ before = {}, after = {} }: AuditEntry): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => {
    const word = spoken(name.replace(/_?paise$/i, ""));
    const [was, is] = [shown(name, before[name]), shown(name, after[name])];
    if (!(name in before)) return [strings.fact(word, is)];
    if (!(name in after)) return [strings.fact(word, was)];
    return was === is ? [] : [strings.change(word, was, is)];
  });
}

/** Where one sees what an action was done to; undefined where the dashboard has no such place. */
function placeOf({ subjectType, subjectId }: AuditEntry): string | undefined {
  switch (subjectType) {
    case "booking":
      return bookingAddress(subjectId);
    case "stall":
      return stallAddress(subjectId);
    case "application":
      return applicationAddress(subjectId);
    default:
      return undefined;
  }
}

function Subject({ entry }: { readonly entry: AuditEntry }) {
  // Whose account it was stands in the line itself, by name.
  if (entry.subjectType === "administrator") return null;
  const place = placeOf(entry);
  const words = `${entry.subjectType} ${entry.subjectId}`;
  return (
    <chakra.span overflowWrap="anywhere">{place === undefined ? words : <Link to={place}>{words}</Link>}</chakra.span>
  );
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
    <chakra.ol display="grid" gap="3">
      {entries.map((entry) => (
        <chakra.li key={entry.id} data-audit={entry.action} borderInlineStartWidth="3px" ps="3" textStyle="small">
          <Box display="flex" flexWrap="wrap" columnGap="2">
            <strong>{spoken(entry.action)}</strong>
            {subject && <Subject entry={entry} />}
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
