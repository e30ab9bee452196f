import { useCallback, useState } from "react";
import { useAskingAgain } from "../../api/asking-again";
import { apiErrorOf, isRejected } from "../../api/failure";
import { type Verdict, verdictOf } from "./payment-status";
import { usePolling } from "./polling";

/** What a page knows of an order's payment. */
export interface StatusCheck<Status> {
  /** The newest status, if there is one. */
  readonly status: Status | undefined;
  /** By the last response: `pending` if there was none, `unknown` if the server has no such order. */
  readonly verdict: Verdict;
  /** What the server said instead, with `unknown`. */
  readonly problem: ReturnType<typeof apiErrorOf> | undefined;
  /** The last request got a status. */
  readonly answered: boolean;
  /** Requests so far. */
  readonly polls: number;
  /** The payment is decided, or all requests are used up. */
  readonly over: boolean;
  /** Starts again. */
  readonly again: () => void;
}

type Check<Status> = Omit<StatusCheck<Status>, "again">;

/** A response of RTK Query: with an error it returns the previous data too. */
interface Reading<Status> {
  readonly data?: Status | undefined;
  readonly error?: unknown;
  readonly isError: boolean;
}

/** How a page polls; a module's constant. */
interface Polls<Status> {
  readonly pauseMs: number;
  readonly times: number;
  /** Timeout of one request, in ms; it counts as one. */
  readonly timeoutMs?: number;
  readonly paymentStatus: (status: Status) => string;
  /** Whether a verdict ends the polling. */
  readonly decides: (verdict: Verdict) => boolean;
}

const START: Check<never> = {
  status: undefined,
  verdict: "pending",
  problem: undefined,
  answered: false,
  polls: 0,
  over: false,
};

/**
 * Polls an order's payment status. A response with an error other than 4xx, or none, decides nothing and keeps the status.
 *
 * @param read a lazy query's trigger
 */
export function usePolledStatus<Status>(
  orderId: string,
  read: (orderId: string, preferCache: boolean) => PromiseLike<Reading<Status>> & { abort(): void },
  { pauseMs, times, timeoutMs, paymentStatus, decides }: Polls<Status>,
): StatusCheck<Status> {
  const poll = useCallback(
    async (polls: number): Promise<Partial<Check<Status>> & Pick<Check<Status>, "over">> => {
      const call = read(orderId, false);
      const timer = timeoutMs === undefined ? undefined : setTimeout(() => call.abort(), timeoutMs);
      const { data, error, isError } = await call;
      clearTimeout(timer);
      const status = isError ? undefined : data;
      const unread = isRejected(error) ? "unknown" : "pending";
      const verdict = status === undefined ? unread : verdictOf(paymentStatus(status));
      return {
        ...(status !== undefined && { status }),
        verdict,
        problem: verdict === "unknown" && status === undefined ? apiErrorOf(error) : undefined,
        answered: status !== undefined,
        polls,
        over: decides(verdict) || polls >= times,
      };
    },
    [orderId, read, times, timeoutMs, paymentStatus, decides],
  );
  return usePolling<Check<Status>>(START, pauseMs, poll);
}

/**
 * The check of a page that reads the status once, and after a failure again by itself; a cached response counts at once, but not
 * after "Check again", where only a new one does.
 *
 * @param query a query's result
 */
export function useReadStatus<Status>(
  query: Reading<Status> & { readonly isFetching: boolean; readonly refetch: () => unknown },
  paymentStatus: (status: Status) => string,
): StatusCheck<Status> {
  const { data, error, isFetching, refetch } = query;
  const [rechecked, setRechecked] = useState(false);
  // What the page says stays meanwhile.
  const [isByItself, setIsByItself] = useState(false);
  useAskingAgain(error, async () => {
    setIsByItself(true);
    await refetch();
    setIsByItself(false);
  });
  const over = !isFetching || isByItself || (data !== undefined && !rechecked);
  const answered = over && data !== undefined && !(rechecked && error !== undefined);
  const status = answered ? data : undefined;
  const refused = status === undefined && over && isRejected(error);
  const unread = refused ? "unknown" : "pending";
  return {
    status,
    verdict: status === undefined ? unread : verdictOf(paymentStatus(status)),
    problem: refused ? apiErrorOf(error) : undefined,
    answered,
    polls: 1,
    over,
    again: () => {
      setIsByItself(false);
      setRechecked(true);
      void refetch();
    },
  };
}
