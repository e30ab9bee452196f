import { useCallback, useEffect, useRef, useState } from "react";
import { lookUpProblem, useAskingAgain } from "../../api/asking-again";
import { type StallOffer, useViewStallOfferMutation } from "../../api/mela-api";

/** Polling interval of an open offer, in ms: the free stalls change. */
const POLL_MS = 15_000;

/** State of the offer behind a link. */
export interface OfferView {
  /** The latest response. */
  readonly offer: StallOffer | undefined;
  /** Why there is no offer: the link is invalid, or the request failed. */
  readonly problem: "unknown" | "unavailable" | undefined;
  readonly check: () => Promise<void>;
  /** Takes an offer from the response to another request. */
  readonly update: (offer: StallOffer) => void;
}

/** Fetches an offer, until there is an answer, and polls it while it is open. @param token the link's secret */
export function useOffer(token: string): OfferView {
  const [view] = useViewStallOfferMutation();
  const [offer, setOffer] = useState<StallOffer>();
  const [failure, setFailure] = useState<unknown>();

  // Only the response to the latest request counts: a poll slower than the visitor's choice still reports "open".
  const latest = useRef(0);

  const update = useCallback((next: StallOffer) => {
    latest.current += 1;
    setOffer(next);
    setFailure(undefined);
  }, []);
  const check = useCallback(async () => {
    latest.current += 1;
    const request = latest.current;
    const { data, error } = await view({ token });
    if (request !== latest.current) return;
    if (data !== undefined) update(data);
    else setFailure(error);
  }, [view, token, update]);

  useEffect(() => {
    // Fetched once on mount; the state is set when the response arrives.
    // oxlint-disable-next-line react/set-state-in-effect
    void check();
  }, [check]);
  const open = offer?.state === "open";
  useEffect(() => {
    if (!open) return;
    const timer = setInterval(() => void check(), POLL_MS);
    return () => clearInterval(timer);
  }, [open, check]);
  useAskingAgain(open ? undefined : failure, check);
  return { offer, problem: lookUpProblem(failure), check, update };
}
