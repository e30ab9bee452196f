import { PATHS } from "@sakhi/domain/site/routes";
import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { apiErrorOf } from "../../api/failure";
import {
  type MyBooking,
  type MyBookingPapersResponse,
  useLazyGetMyBookingQuery,
  useOpenMyBookingHereMutation,
  useOpenMyBookingMutation,
} from "../../api/mela-api";

/** Why no booking is shown. */
type Problem = "invalid" | "unavailable" | "closed";

/** The booking of the link in the address, or of the link this browser opened last. */
export function useMyBooking() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [open] = useOpenMyBookingMutation();
  const [read] = useLazyGetMyBookingQuery();
  const [openHere] = useOpenMyBookingHereMutation();
  const orderId = useSearchParams()[0].get("order_id");
  const [token, setToken] = useState(() => hash.slice(1));
  const [booking, setBooking] = useState<MyBooking>();
  const [problem, setProblem] = useState<Problem>();
  const [cookieRefused, setCookieRefused] = useState(false);

  // Remove the secret from the address at once, so that it does not stay in the browser's history.
  useEffect(() => {
    if (hash === "") return;
    // oxlint-disable-next-line react/set-state-in-effect
    setToken(hash.slice(1));
    void navigate(PATHS.myBooking, { replace: true });
  }, [hash, navigate]);

  // Only the response for the latest link counts: the visitor may open another one while it is awaited.
  const latest = useRef<string>(undefined);
  const load = useCallback(async () => {
    latest.current = token;
    setProblem(undefined);
    // Until the invoice is issued, the browser that registered needs no link; afterwards it needs an opened one.
    const own = token === "" && orderId !== null ? await openHere({ orderId }) : undefined;
    const { data, error } =
      own?.data !== undefined ? own : token === "" ? await read(undefined, false) : await open({ token });
    if (latest.current !== token) return;
    if (data !== undefined) {
      setBooking(data);
      if (token === "") return;
      // The next call needs the cookie that this one set.
      const { error: refused } = await read(undefined, false);
      if (latest.current === token) setCookieRefused(apiErrorOf(refused).code === "booking_link_invalid");
    } else {
      const { code } = apiErrorOf(error);
      setProblem(code === "booking_link_invalid" || code === "invalid_request" ? "invalid" : "unavailable");
    }
  }, [open, openHere, orderId, read, token]);
  useEffect(() => {
    // Fetched once per link; the state is set when the response arrives.
    // oxlint-disable-next-line react/set-state-in-effect
    void load();
  }, [load]);

  const close = useCallback(() => {
    setBooking(undefined);
    setProblem("closed");
  }, []);
  // Answers of different parts arrive in any order: each puts its own in place, in the booking that it is of.
  const changePapers = useCallback(
    (orderId: string, papers: MyBookingPapersResponse) =>
      setBooking((now) => (now?.booking.orderId === orderId ? { ...now, papers } : now)),
    [],
  );
  return { booking, problem, cookieRefused, load, close, change: setBooking, changePapers };
}
