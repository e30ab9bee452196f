import { type BrandPage, wholePage } from "@sakhi/domain/brands/brand-page.rules";
import { PATHS } from "@sakhi/domain/site/routes";
import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import {
  type MyBrand,
  useLazyGetMyBrandQuery,
  useOpenMyBrandHereMutation,
  useOpenMyBrandMutation,
  useSaveMyBrandMutation,
} from "../../api/brand-api";
import { apiErrorOf, isUnanswered, userMessage } from "../../api/failure";
import { readStored, removeStored, storeValue } from "../../ui/stored-values";
import { strings } from "./my-brand.strings";

/** Pause after the last letter before a save, in ms. */
const QUIET_MS = 900;
/** Pause before a save that found no connection is tried again, in ms. */
const AGAIN_MS = 4000;

/** Whether what is typed has arrived: saved, on its way, kept in this browser only, or another device was faster. */
export type SaveState = "saved" | "saving" | "kept" | "conflict";

/** Why no page is shown. */
export type Problem = "invalid" | "unavailable" | "closed";

/** The page as typed but not saved, in this browser. */
interface Kept {
  readonly version: number;
  readonly content: BrandPage;
}

const keyOf = ({ module, brandName }: MyBrand): string => `sakhi-page ${module} ${brandName}`;

function keptOf(brand: MyBrand): Kept | undefined {
  const { version, content } = readStored("localStorage", keyOf(brand)) ?? {};
  return typeof version === "number" && typeof content === "object" && content !== null && "products" in content
    ? { version, content: wholePage(content as BrandPage) }
    : undefined;
}

/** What the address asks to open without a link: an order's listing, or the free listing of a stall. */
function hereIn(query: URLSearchParams): { readonly orderId?: string } | undefined {
  const orderId = query.get("order_id");
  if (orderId !== null) return { orderId };
  return query.has("claimed") ? {} : undefined;
}

/** The page of the link in the address, or of the link this browser opened last, with everything that is typed kept. */
export function useMyBrand() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [open] = useOpenMyBrandMutation();
  const [openHere] = useOpenMyBrandHereMutation();
  // What this browser applied for a moment ago needs no mailed link.
  const [here] = useState(hereIn(useSearchParams()[0]));
  const [read] = useLazyGetMyBrandQuery();
  const [save] = useSaveMyBrandMutation();
  const [token, setToken] = useState(() => hash.slice(1));
  const [brand, setBrand] = useState<MyBrand>();
  const [page, setPage] = useState<BrandPage>();
  const [problem, setProblem] = useState<Problem>();
  const [saveState, setSaveState] = useState<SaveState>("saved");
  const [saveProblem, setSaveProblem] = useState<string>();
  const version = useRef(0);
  /** What the form shows, before React has rendered it, too. */
  const shown = useRef<BrandPage>(undefined);
  const typed = useRef<BrandPage>(undefined);
  const ticket = useRef("");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const saving = useRef<Promise<unknown>>(undefined);
  const current = useRef<MyBrand>(undefined);
  const storeLatest = useRef<() => Promise<void>>(() => Promise.resolve());

  // Remove the secret from the address at once, so that it does not stay in the browser's history.
  useEffect(() => {
    if (hash === "") return;
    // oxlint-disable-next-line react/set-state-in-effect
    setToken(hash.slice(1));
    void navigate(PATHS.myBrand, { replace: true });
  }, [hash, navigate]);

  const know = useCallback((next: MyBrand) => {
    setBrand(next);
    current.current = next;
    version.current = next.change?.version ?? 0;
    ticket.current = next.uploadTicket;
  }, []);
  const put = useCallback((next: BrandPage) => {
    shown.current = next;
    setPage(next);
  }, []);

  /** Shows what the server has, and forgets what only this browser has. */
  const show = useCallback(
    (next: MyBrand) => {
      clearTimeout(timer.current);
      know(next);
      typed.current = undefined;
      removeStored("localStorage", keyOf(next));
      put(next.change?.content ?? next.page);
      setSaveState("saved");
      setSaveProblem(undefined);
    },
    [know, put],
  );

  const store = useCallback(async (): Promise<void> => {
    clearTimeout(timer.current);
    const content = typed.current;
    if (content === undefined || saving.current !== undefined || current.current === undefined) return;
    setSaveState("saving");
    const saved = save({ version: version.current, content: content as never });
    saving.current = saved;
    const { data, error } = await saved;
    saving.current = undefined;
    if (data !== undefined) {
      know(data);
      setSaveProblem(undefined);
      if (typed.current !== content) {
        keep(data, version.current, typed.current);
        timer.current = setTimeout(() => void storeLatest.current(), QUIET_MS);
        return;
      }
      typed.current = undefined;
      removeStored("localStorage", keyOf(data));
      setSaveState("saved");
      return;
    }
    const { code } = apiErrorOf(error);
    if (code === "brand_change_moved") {
      setSaveState("conflict");
      return;
    }
    if (code === "brand_link_invalid") {
      setProblem("invalid");
      return;
    }
    setSaveState("kept");
    if (!isUnanswered(error) && code !== "rate_limited") {
      setSaveProblem(userMessage(error, strings.sendFailed));
      return;
    }
    timer.current = setTimeout(() => void storeLatest.current(), AGAIN_MS);
  }, [know, save]);
  useEffect(() => {
    storeLatest.current = store;
    const again = (): void => void store();
    globalThis.addEventListener("online", again);
    return () => globalThis.removeEventListener("online", again);
  }, [store]);

  /** Changes the page: kept in this browser at once, saved after a short pause. */
  const change = useCallback(
    (edit: (page: BrandPage) => BrandPage) => {
      if (shown.current === undefined) return;
      const next = edit(shown.current);
      typed.current = next;
      if (current.current !== undefined) keep(current.current, version.current, next);
      put(next);
      setSaveState((state) => (state === "conflict" ? state : "saving"));
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void storeLatest.current(), QUIET_MS);
    },
    [put],
  );

  const load = useCallback(async () => {
    setProblem(undefined);
    const { data, error } =
      token !== "" ? await open({ token }) : here === undefined ? await read(undefined, false) : await openHere(here);
    if (data === undefined) {
      const { code } = apiErrorOf(error);
      setProblem(code === "brand_link_invalid" || code === "invalid_request" ? "invalid" : "unavailable");
      return;
    }
    // From now on the session's cookie opens it, also after a reload.
    if (here !== undefined) void navigate(PATHS.myBrand, { replace: true });
    const kept = keptOf(data);
    if (kept === undefined || (data.change !== undefined && !["draft", "returned"].includes(data.change.state))) {
      show(data);
      return;
    }
    // Typed in this browser and never saved.
    know(data);
    put(kept.content);
    typed.current = kept.content;
    if (kept.version === (data.change?.version ?? 0)) void storeLatest.current();
    else setSaveState("conflict");
  }, [here, know, navigate, open, openHere, put, read, show, token]);
  useEffect(() => {
    // Fetched once per link; the state is set when the response arrives.
    // oxlint-disable-next-line react/set-state-in-effect
    void load();
  }, [load]);
  useEffect(() => () => clearTimeout(timer.current), []);

  /** After a conflict: the other version, or this one in its place. */
  const resolve = useCallback(
    async (choice: "theirs" | "mine") => {
      const { data } = await read(undefined, false);
      if (data === undefined) return;
      if (choice === "theirs") {
        show(data);
        return;
      }
      know(data);
      setSaveState("saving");
      await storeLatest.current();
    },
    [know, read, show],
  );

  const close = useCallback(() => {
    if (current.current !== undefined) removeStored("localStorage", keyOf(current.current));
    setBrand(undefined);
    setProblem("closed");
  }, []);
  /** Saves what is typed, after a save that is under way. @returns the version to send; undefined if something is not saved yet */
  const settled = useCallback(async (): Promise<number | undefined> => {
    await saving.current;
    await storeLatest.current();
    return typed.current === undefined ? version.current : undefined;
  }, []);
  const uploadTicket = useCallback(() => ticket.current, []);
  return { brand, page, problem, saveState, saveProblem, load, show, change, resolve, close, settled, uploadTicket };
}

function keep(brand: MyBrand, version: number, content: BrandPage | undefined): void {
  if (content !== undefined) storeValue("localStorage", keyOf(brand), { version, content });
}
