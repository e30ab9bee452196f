import { PATHS } from "@sakhi/domain/site/routes";
import { useCallback, useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { useAskingAgain } from "../../api/asking-again";
import { apiErrorOf, isUnanswered } from "../../api/failure";
import {
  type MyBooking,
  type MyBookingPapersResponse,
  useLazyGetMyBookingQuery,
  useOpenMyBookingHereMutation,
  useOpenMyBookingMutation,
} from "../../api/mela-api";
import { type LinkProblem, linkProblemOf, useLinkToken } from "../../shared/linked-page";
import type * as Keeping from "./kept-booking";

/** Keeps the booking for a page without network, and removes what is kept; after what is shown, and without it where it fails. */
const keeping = <Result>(work: (code: typeof Keeping) => Promise<Result>): Promise<Result | undefined> =>
  import("./kept-booking").then(work).catch(() => undefined);

/**
 * The booking of the link in the address, or of the link this browser opened last; `seen` is what the device has kept of it, where
 * the server does not answer.
 */
export function useMyBooking() {
  const token = useLinkToken(PATHS.myBooking);
  const [open] = useOpenMyBookingMutation();
  const [read] = useLazyGetMyBookingQuery();
  const [openHere] = useOpenMyBookingHereMutation();
  const orderId = useSearchParams()[0].get("order_id");
  const [booking, setBooking] = useState<MyBooking>();
  const [seen, setSeen] = useState<Keeping.SeenBooking>();
  const [problem, setProblem] = useState<LinkProblem>();
  const [failure, setFailure] = useState<unknown>();
  const [cookieRefused, setCookieRefused] = useState(false);

  // Only the response for the latest link counts: the visitor may open another one while it is awaited.
  const latest = useRef<string>(undefined);
  const ask = useCallback(async () => {
    latest.current = token;
    // Until the invoice is issued, the browser that registered needs no link; afterwards it needs an opened one.
    const own = token === "" && orderId !== null ? await openHere({ orderId }) : undefined;
    const byLink = token === "" ? () => read(undefined, false) : () => open({ token });
    const { data, error } = own?.data === undefined ? await byLink() : own;
    if (latest.current !== token) return;
    if (data !== undefined) {
      setBooking(data);
      setProblem(undefined);
      void keeping((code) => code.keepBooking(data, { token, isNew: token !== "" || own?.data !== undefined }));
      if (token === "") return;
      // The next call needs the cookie that this one set.
      const { error: refused } = await read(undefined, false);
      if (latest.current === token) setCookieRefused(apiErrorOf(refused).code === "booking_link_invalid");
      return;
    }
    const found = linkProblemOf(error, "booking_link_invalid");
    if (found === "invalid") void keeping((code) => code.forgetRefused(token));
    const last = isUnanswered(error) ? await keeping((code) => code.keptBooking(token)) : undefined;
    if (latest.current !== token) return;
    setSeen(last);
    setFailure(error);
    setProblem(found);
  }, [open, openHere, orderId, read, token]);
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

  const orderOf = booking?.booking.orderId;
  const close = useCallback(() => {
    if (orderOf !== undefined) void keeping((code) => code.forgetBooking(orderOf));
    setBooking(undefined);
    setProblem("closed");
  }, [orderOf]);
  const change = useCallback((changed: MyBooking) => {
    setBooking(changed);
    void keeping((code) => code.keepBooking(changed, { token: "", isNew: false }));
  }, []);
  // Answers of different parts arrive in any order: each puts its own in place, in the booking that it is of.
  const changePapers = useCallback(
    (orderId: string, papers: MyBookingPapersResponse) =>
      setBooking((now) => (now?.booking.orderId === orderId ? { ...now, papers } : now)),
    [],
  );
  return { booking, seen, problem, cookieRefused, load, close, change, changePapers };
}
