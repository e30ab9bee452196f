import { useCallback, useEffect, useState } from "react";
import { isFailure } from "../../../api/failure";
import type { MelaPaymentStatus } from "../../../api/mela-api";
import { useLazyGetMelaPaymentStatusQuery } from "../../../api/mela-api";
import type { Verdict } from "./payment-verdict";
import { verdictOf } from "./payment-verdict";

/** Polling of the payment status (specification 2, section 9). */
export const POLL_MS = 2000;
export const MAX_POLLS = 15;
/** After so many polls the visitor is told that it takes long. */
export const SLOW_AFTER = 10;

/** How far the verification is. */
export interface Verification {
  readonly verdict: Verdict;
  readonly status: MelaPaymentStatus | undefined;
  readonly polls: number;
  /** All polls are used up and nothing is decided. */
  readonly exhausted: boolean;
  /** Starts a new round of polls. */
  readonly again: () => void;
}

interface Progress {
  readonly verdict: Verdict;
  readonly status: MelaPaymentStatus | undefined;
  readonly polls: number;
}
const START: Progress = { verdict: "pending", status: undefined, polls: 0 };

/**
 * Polls until the payment is decided or the polls are used up. A refusal (such as an unknown order) is decided; a
 * lost connection or a fault of ours is not, and counts as one poll.
 */
export function useVerification(orderId: string | undefined): Verification {
  const [read] = useLazyGetMelaPaymentStatusQuery();
  const [progress, setProgress] = useState(START);
  const [round, setRound] = useState(0);

  useEffect(() => {
    if (orderId === undefined) return;
    let stopped = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const poll = async (polls: number) => {
      let status: MelaPaymentStatus | undefined;
      let verdict: Verdict = "pending";
      try {
        status = await read(orderId, false).unwrap();
        verdict = verdictOf(status.paymentStatus);
      } catch (error) {
        const refused = isFailure(error) && error.status >= 400 && error.status < 500 && error.status !== 429;
        if (refused) verdict = "unknown";
      }
      if (stopped) return;
      setProgress({ verdict, status, polls });
      if (verdict === "pending" && polls < MAX_POLLS) timer = setTimeout(() => void poll(polls + 1), POLL_MS);
    };
    void poll(1);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [orderId, read, round]);

  const again = useCallback(() => {
    setProgress(START);
    setRound((before) => before + 1);
  }, []);
  return { ...progress, exhausted: progress.verdict === "pending" && progress.polls >= MAX_POLLS, again };
}
