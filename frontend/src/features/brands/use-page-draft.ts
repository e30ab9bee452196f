import type { BrandPage } from "@sakhi/domain/brands/brand-page.rules";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { type MyBrand, useSaveMyBrandMutation } from "../../api/brand-api";
import { apiErrorOf, isUnanswered, userMessage } from "../../api/failure";
import { forgetTyped, keep } from "./kept-page";
import { strings } from "./my-brand.strings";

/** Pause after the last letter before a save, in ms. */
const QUIET_MS = 900;
/** Pause before a save that found no connection is tried again, in ms. */
const AGAIN_MS = 4000;

/** Whether what is typed has arrived: saved, on its way, kept in this browser only, or another device was faster. */
export type SaveState = "saved" | "saving" | "kept" | "conflict";

/** How saving stands; `problem` is the server's sentence. */
export interface Saving {
  readonly state: SaveState;
  readonly problem?: string;
}

/**
 * The page as typed: kept in this browser at once, saved after a short pause, one call at a time.
 *
 * @param onInvalid the link has ended
 */
export function usePageDraft(onInvalid: () => void) {
  const [save] = useSaveMyBrandMutation();
  const [brand, setBrand] = useState<MyBrand>();
  const [page, setPage] = useState<BrandPage>();
  const [saving, setSaving] = useState<Saving>({ state: "saved" });
  const version = useRef(0);
  /** What the form shows, before React has rendered it, too. */
  const shown = useRef<BrandPage>(undefined);
  const typed = useRef<BrandPage>(undefined);
  const current = useRef<MyBrand>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef<Promise<unknown>>(undefined);
  const storeLatest = useRef<() => Promise<void>>(() => Promise.resolve());

  const know = useCallback((next: MyBrand) => {
    setBrand(next);
    current.current = next;
    version.current = next.change?.version ?? 0;
  }, []);
  const put = useCallback((next: BrandPage) => setPage((shown.current = next)), []);
  const storeIn = useCallback((ms: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void storeLatest.current(), ms);
  }, []);

  /** Shows what the server has, and forgets what only this browser has. */
  const show = useCallback(
    (next: MyBrand) => {
      clearTimeout(timer.current);
      know(next);
      typed.current = undefined;
      forgetTyped(next);
      put(next.change?.content ?? next.page);
      setSaving({ state: "saved" });
    },
    [know, put],
  );

  const store = useCallback(async (): Promise<void> => {
    clearTimeout(timer.current);
    const content = typed.current;
    if (content === undefined || sent.current !== undefined || current.current === undefined) return;
    setSaving((before) => ({ ...before, state: "saving" }));
    const saved = save({ version: version.current, content: content as never });
    sent.current = saved;
    const { data, error } = await saved;
    sent.current = undefined;
    if (data !== undefined) {
      know(data);
      if (typed.current !== content) {
        setSaving({ state: "saving" });
        if (typed.current !== undefined) keep(data, version.current, typed.current);
        storeIn(QUIET_MS);
        return;
      }
      typed.current = undefined;
      forgetTyped(data);
      setSaving({ state: "saved" });
      return;
    }
    const { code } = apiErrorOf(error);
    if (code === "brand_change_moved") setSaving({ state: "conflict" });
    else if (code === "brand_link_invalid") onInvalid();
    else if (!isUnanswered(error) && code !== "rate_limited")
      setSaving({ state: "kept", problem: userMessage(error, strings.sendFailed) });
    else {
      setSaving((before) => ({ ...before, state: "kept" }));
      storeIn(AGAIN_MS);
    }
  }, [know, save, storeIn, onInvalid]);
  useLatest(store, storeLatest);
  useEffect(() => () => clearTimeout(timer.current), []);

  /** Changes the page. */
  const change = useCallback(
    (edit: (page: BrandPage) => BrandPage) => {
      if (shown.current === undefined) return;
      const next = edit(shown.current);
      typed.current = next;
      if (current.current !== undefined) keep(current.current, version.current, next);
      put(next);
      setSaving((before) => (before.state === "conflict" ? before : { ...before, state: "saving" }));
      storeIn(QUIET_MS);
    },
    [put, storeIn],
  );
  /** Continues with what was typed in this browser and never saved. @param isNewest the server has no newer version */
  const goOn = useCallback(
    (next: MyBrand, content: BrandPage, isNewest: boolean) => {
      know(next);
      put(content);
      typed.current = content;
      if (isNewest) void storeLatest.current();
      else setSaving({ state: "conflict" });
    },
    [know, put],
  );
  /** Saves what is typed over the server's version. */
  const overwrite = useCallback(
    (next: MyBrand) => {
      know(next);
      return storeLatest.current();
    },
    [know],
  );
  /** Saves what is typed, after a save that is under way. @returns the version to send; undefined if something is not saved yet */
  const settled = useCallback(async (): Promise<number | undefined> => {
    await sent.current;
    await storeLatest.current();
    return typed.current === undefined ? version.current : undefined;
  }, []);
  const close = useCallback(() => {
    if (current.current !== undefined) forgetTyped(current.current);
    setBrand(undefined);
  }, []);
  const uploadTicket = useCallback(() => current.current?.uploadTicket ?? "", []);
  return { brand, page, saving, show, know, change, goOn, overwrite, settled, close, uploadTicket };
}

/** Keeps the latest `store` at hand, for timers; it is called once the device is online again, too. */
function useLatest(store: () => Promise<void>, latestRef: RefObject<() => Promise<void>>): void {
  useEffect(() => {
    latestRef.current = store;
    const again = (): void => void store();
    globalThis.addEventListener("online", again);
    return () => globalThis.removeEventListener("online", again);
  }, [store, latestRef]);
}
