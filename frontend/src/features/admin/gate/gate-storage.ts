import type { GateListResponse } from "../../../api/admin-api";
import { readStored, removeStored, storeValue } from "../../../ui/stored-values";

/**
 * What this phone keeps. The list has names, so it is in the tab's own storage: it outlasts a reload, also one without network, and
 * ends with the tab, with the logout, and six hours after the event. Ticks have ids and times only, and stay in the browser until the server has them.
 */
const LIST = "gate-list";
const TICK = "gate-tick/";
const UNDO = "gate-undo/";

/** A tick of this phone. */
export interface OwnTick {
  readonly id: string;
  readonly bookingId: string;
  readonly stallId: string;
  /** By this phone's clock, in ms since 1970. */
  readonly at: number;
  readonly slug: string;
  /** Who was logged in. */
  readonly username: string;
  /** The server has it; kept to say if another phone ticked the same. */
  readonly sent: boolean;
}

/** A tick that was undone here, and the server does not know it yet. */
export interface OwnUndo {
  readonly tickId: string;
  readonly slug: string;
  readonly username: string;
}

/** The list as it was last read, with who read it. */
export interface KeptList {
  readonly username: string;
  readonly list: GateListResponse;
  /** When, in ms since 1970. */
  readonly readAt: number;
}

export function keepList(kept: KeptList): void {
  storeValue("sessionStorage", LIST, kept);
}

/** The kept list of an event; undefined for another person or event, or when it is no longer to be kept. */
export function keptList(slug: string, username: string | undefined, now = Date.now()): KeptList | undefined {
  const kept = readStored("sessionStorage", LIST) as Partial<KeptList> | undefined;
  if (kept?.list === undefined) return undefined;
  if (Date.parse(kept.list.keepUntil) <= now) {
    forgetList();
    return undefined;
  }
  if (kept.list.slug !== slug || (username !== undefined && kept.username !== username)) return undefined;
  return kept as KeptList;
}

/** Who read the list that this tab has, and of which event: the page opens with it without network. */
export function keeperOfList(now = Date.now()): { readonly username: string; readonly slug: string } | undefined {
  const kept = readStored("sessionStorage", LIST) as Partial<KeptList> | undefined;
  const { username, list } = kept ?? {};
  if (username === undefined || list === undefined || keptList(list.slug, username, now) === undefined)
    return undefined;
  return { username, slug: list.slug };
}

/** Removes every name from this phone. */
export function forgetList(): void {
  removeStored("sessionStorage", LIST);
}

function keysOf(prefix: string): string[] {
  try {
    return Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? "").filter((key) =>
      key.startsWith(prefix),
    );
  } catch {
    return [];
  }
}

const stored = <T>(prefix: string): T[] =>
  keysOf(prefix).flatMap((key) => {
    const value = readStored("localStorage", key);
    return value === undefined ? [] : [value as T];
  });

/** Each tick has a key of its own, so that two tabs of a phone never overwrite each other's. */
export const storeTick = (tick: OwnTick): void => storeValue("localStorage", TICK + tick.id, tick);
export const storeUndo = (undo: OwnUndo): void => storeValue("localStorage", UNDO + undo.tickId, undo);
export const removeUndo = (tickId: string): void => removeStored("localStorage", UNDO + tickId);
export const removeTick = (id: string): void => removeStored("localStorage", TICK + id);
export const storedTicks = (): OwnTick[] => stored<OwnTick>(TICK);
export const storedUndos = (): OwnUndo[] => stored<OwnUndo>(UNDO);

/** Forgets ticks that the server has and that nobody asks about: of another event, or after a day. */
export function forgetOldTicks(now = Date.now()): void {
  for (const { id, sent, at } of storedTicks()) if (sent && now - at > 24 * 60 * 60 * 1000) removeTick(id);
}
