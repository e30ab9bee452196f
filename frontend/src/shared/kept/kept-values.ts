import about, { IS_ENGLISH } from "@sakhi/domain/generated/messages/en/language";
import { type KeptKind, keptUntil } from "@sakhi/domain/site/offline.rules";
import { readStored, removeStored, storeValue } from "../../ui/stored-values";

/** Beginning of the names in `localStorage`. The number changes with the form of what is kept: a new release reads only its own. */
const PREFIX = "kept.1.";

/** What was seen last, to be shown without network. */
export interface Kept<Value> {
  /** When it was true, ms since 1970, by the device's clock. */
  readonly at: number;
  readonly value: Value;
}

/** What decides until when it is kept; see {@link keptUntil}. */
type Facts = Parameters<typeof keptUntil>[1];

/** Facts of events have words of the language in which they were seen: dates and hours. */
const nameOfKind = (kind: KeptKind): string => (kind === "facts" && !IS_ENGLISH ? `${kind}-${about.code}` : kind);

/** One name per thing: `plan`, then the event's slug. */
const nameOf = (kind: KeptKind, of: string): string => `${PREFIX}${nameOfKind(kind)}.${of}`;

/** Keeps what was seen on this device. */
export function keep(kind: KeptKind, of: string, value: unknown, facts: Facts): void {
  storeValue("localStorage", nameOf(kind, of), { at: facts.at, until: keptUntil(kind, facts), value });
}

/** What was seen last; undefined if nothing is kept, or its time is over. The caller knows its form. */
export function kept<Value>(kind: KeptKind, of: string, now = Date.now()): Kept<Value> | undefined {
  const { at, until, value } = readStored("localStorage", nameOf(kind, of)) ?? {};
  if (typeof at !== "number" || typeof until !== "number" || until <= now) return undefined;
  return { at, value: value as Value };
}

/** Removes what was kept. */
export const forgetKept = (kind: KeptKind, of: string): void => removeStored("localStorage", nameOf(kind, of));

/** Names of all that is kept; none if the storage is disabled. */
function namesOf(prefix: string): readonly string[] {
  try {
    return Object.keys(globalThis.localStorage).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
}

/** What is kept of a kind: of what, each. */
export function keptOf(kind: KeptKind): readonly string[] {
  const prefix = nameOf(kind, "");
  return namesOf(prefix).map((name) => name.slice(prefix.length));
}

/** Removes all whose time is over, and what another release kept in another form. */
export function removeOver(now = Date.now()): void {
  for (const name of namesOf("kept.")) {
    const until = readStored("localStorage", name)?.["until"];
    if (!name.startsWith(PREFIX) || typeof until !== "number" || until <= now) removeStored("localStorage", name);
  }
}
