import { useCallback, useEffect, useState } from "react";
import { isFailure } from "../../../api/failure";
import type { StallOffer } from "../../../api/mela-api";
import { useViewStallOfferMutation } from "../../../api/mela-api";

/** How often an open offer is looked at again, in ms: stalls come and go. */
const CHECK_MS = 15_000;

/** An offer as it was last answered. */
export interface KnownOffer {
  readonly offer: StallOffer;
  /** Our clock when the answer came, in ms. */
  readonly receivedAt: number;
}

/** What is known of the offer behind a link. */
export interface OfferView {
  readonly known: KnownOffer | undefined;
  /** Why nothing is known: the link is not ours, or nobody answered. */
  readonly problem: "unknown" | "unanswered" | undefined;
  readonly check: () => Promise<void>;
  /** An answer that came otherwise. */
  readonly learn: (offer: StallOffer) => void;
}

/** Looks at an offer now and then while it is open. @param token the secret of the link */
export function useOffer(token: string): OfferView {
  const [ask] = useViewStallOfferMutation();
  const [known, setKnown] = useState<KnownOffer>();
  const [problem, setProblem] = useState<OfferView["problem"]>();

  const learn = useCallback((offer: StallOffer) => {
    setKnown({ offer, receivedAt: Date.now() });
    setProblem(undefined);
  }, []);
  const check = useCallback(async () => {
    const { data, error } = await ask({ token });
    if (data !== undefined) learn(data);
    else setProblem(isFailure(error) && [400, 404].includes(error.status) ? "unknown" : "unanswered");
  }, [ask, token, learn]);

  useEffect(() => {
    // Asked once at first; what it learns is set when the answer has come.
    // eslint-disable-next-line react-hooks/set-state-in-effect
    void check();
  }, [check]);
  const open = known?.offer.state === "open";
  useEffect(() => {
    if (!open) return;
    const timer = setInterval(() => void check(), CHECK_MS);
    return () => clearInterval(timer);
  }, [open, check]);
  return { known, problem, check, learn };
}
