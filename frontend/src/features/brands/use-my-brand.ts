import { PATHS } from "@sakhi/domain/site/routes";
import { useCallback, useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { useAskingAgain } from "../../api/asking-again";
import { useLazyGetMyBrandQuery, useOpenMyBrandHereMutation, useOpenMyBrandMutation } from "../../api/brand-api";
import { type LinkProblem, linkProblemOf, useLinkToken } from "../../shared/linked-page";
import { keptOf } from "./kept-page";
import { usePageDraft } from "./use-page-draft";

/** What the address asks to open without a link: an order's listing, or the free listing of a stall. */
function hereIn(query: URLSearchParams): { readonly orderId?: string } | undefined {
  const orderId = query.get("order_id");
  if (orderId !== null) return { orderId };
  return query.has("claimed") ? {} : undefined;
}

/** The page of the link in the address, or of the link this browser opened last, with everything that is typed kept. */
export function useMyBrand() {
  const navigate = useNavigate();
  const token = useLinkToken(PATHS.myBrand);
  // What this browser applied for a moment ago needs no mailed link.
  const [here] = useState(hereIn(useSearchParams()[0]));
  const [open] = useOpenMyBrandMutation();
  const [openHere] = useOpenMyBrandHereMutation();
  const [read] = useLazyGetMyBrandQuery();
  const [problem, setProblem] = useState<LinkProblem>();
  const [failure, setFailure] = useState<unknown>();
  const draft = usePageDraft(useCallback(() => setProblem("invalid"), []));
  const { show, goOn, overwrite, close: closeDraft } = draft;

  const ask = useCallback(async () => {
    const opened = token === "" ? undefined : await open({ token });
    const { data, error } = opened ?? (here === undefined ? await read(undefined, false) : await openHere(here));
    if (data === undefined) {
      setFailure(error);
      setProblem(linkProblemOf(error, "brand_link_invalid"));
      return;
    }
    setProblem(undefined);
    // From now on the session's cookie opens it, also after a reload.
    if (here !== undefined) void navigate(PATHS.myBrand, { replace: true });
    const kept = keptOf(data);
    if (kept === undefined || (data.change !== undefined && !["draft", "returned"].includes(data.change.state)))
      show(data);
    else goOn(data, kept.content, kept.version === (data.change?.version ?? 0));
  }, [here, navigate, open, openHere, read, show, goOn, token]);
  const load = useCallback(async () => {
    setProblem(undefined);
    await ask();
  }, [ask]);
  useEffect(() => {
    // Fetched once per link; the state is set when the response arrives.
    // oxlint-disable-next-line react/set-state-in-effect
    void load();
  }, [load]);
  useAskingAgain(problem === "unavailable" ? failure : undefined, ask);

  /** After a conflict: the other version, or this one in its place. */
  const resolve = useCallback(
    async (choice: "theirs" | "mine") => {
      const { data } = await read(undefined, false);
      if (data === undefined) return;
      if (choice === "theirs") show(data);
      else await overwrite(data);
    },
    [read, show, overwrite],
  );
  const close = useCallback(() => {
    closeDraft();
    setProblem("closed");
  }, [closeDraft]);
  return { draft, problem, load, resolve, close };
}
