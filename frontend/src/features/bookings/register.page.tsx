import { Box, Skeleton, Text } from "@chakra-ui/react";
import { orderPath, registerPath } from "@sakhi/domain/site/routes";
import { Suspense, useCallback, useEffect, useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { useEventFacts, useEventPaths, useNamedEvent } from "../../api/event-facts";
import { EventInAddress } from "../../shared/event-in-address";
import { lazyPart } from "../../ui/lazy-part";
import { LinkButton } from "../../ui/link-button";
import { BackLink, Hidden, PageBody, PageHeading, useDocumentTitle } from "../../ui/page";
import { FailureState } from "../../ui/states";
import { useToasts } from "../../ui/toast";
import { EventOfBooking } from "./event-of-booking";
import { strings } from "./mela.strings";
import { openedOrderFor } from "./order-memory";
import { RegistrationScreen } from "./registration-screen";
import { useCookieCheck } from "./use-cookie-check";
import { useMyHold } from "./use-my-hold";

/** Lazy: shown only without network. */
const UncheckedHold = lazyPart(async () => (await import("./unchecked-hold")).UncheckedHold);

function InvalidRequest() {
  useDocumentTitle(strings.register.invalidTitle);
  const { plan } = useEventPaths();
  return (
    <PageBody narrow>
      <PageHeading>{strings.register.invalidTitle}</PageHeading>
      <Text textStyle="lead" mt="3" mb="6">
        {strings.register.invalidText}
      </Text>
      <LinkButton to={plan} label={strings.register.invalidButton} />
    </PageBody>
  );
}

function Waiting() {
  return (
    <>
      <Hidden>
        <span role="status">{strings.register.loading}</span>
      </Hidden>
      <Skeleton height="5rem" mb="6" />
      <Skeleton height="24rem" />
    </>
  );
}

/** The registration for the stall in the address, once the server reports it as held. */
function Reserved({ requested }: { readonly requested: { stallId: string; type: string; price: string } }) {
  const { showToast } = useToasts();
  useDocumentTitle(strings.register.title);
  const isCookieMissing = useCookieCheck();
  const navigate = useNavigate();
  const event = useNamedEvent();
  const { plan, bookingPaid } = useEventPaths();
  const { slug } = useEventFacts();
  const { hold, endsAt, fresh, failed, askedAgain, refresh } = useMyHold(true);
  // She has pressed "Try again".
  const [isAsking, setIsAsking] = useState(false);
  // A response from before this screen may be about a stall that this one replaced.
  const usable = fresh || hold?.stallId === requested.stallId;
  const leaving = useRef(false);
  const markLeaving = useCallback(() => {
    leaving.current = true;
  }, []);

  // A paying hold disappears when its payment ends, also for a visitor who comes back by the browser's button. The
  // result page shows the outcome.
  const paidFor = useRef<string>(undefined);
  const payingOrder = hold?.state === "paying" ? hold.orderId : undefined;
  useEffect(() => {
    if (payingOrder !== undefined) paidFor.current = payingOrder;
  }, [payingOrder]);

  const gone = usable && hold === null;
  useEffect(() => {
    if (!gone || leaving.current) return;
    leaving.current = true;
    const order = paidFor.current ?? openedOrderFor(event, requested.stallId);
    if (order !== undefined) {
      void navigate(orderPath(bookingPaid, order), { replace: true });
      return;
    }
    showToast({ kind: "error", ...(isCookieMissing() ? strings.toasts.cookieRefused : strings.toasts.expired) });
    void navigate(plan, { replace: true });
  }, [gone, navigate, requested.stallId, event, plan, bookingPaid, showToast, isCookieMissing]);

  // The server's stall, type and price take precedence over the address.
  const correctPath = hold === null || hold === undefined || !fresh ? undefined : registerPath(hold, event);
  const differs =
    hold !== null &&
    hold !== undefined &&
    (hold.stallId !== requested.stallId || hold.type !== requested.type || String(hold.price) !== requested.price);
  const other = hold?.stallId === requested.stallId ? undefined : hold?.stallId;
  useEffect(() => {
    if (correctPath === undefined || !differs || leaving.current) return;
    if (other !== undefined) showToast({ kind: "info", ...strings.toasts.otherStall(other) });
    void navigate(correctPath, { replace: true });
  }, [correctPath, differs, other, navigate, showToast]);

  if (usable && hold !== null && hold !== undefined && endsAt !== undefined) {
    return (
      <EventOfBooking event={hold.event}>
        <RegistrationScreen key={hold.stallId} {...{ hold, endsAt, refresh }} onLeaving={markLeaving} />
      </EventOfBooking>
    );
  }
  const { unreadTitle, unreadText, askedAgain: again } = strings.register;
  const hint = askedAgain ? `${unreadText} ${again}` : unreadText;
  if (!failed || isAsking) return <Waiting />;
  const ask = async () => {
    setIsAsking(true);
    await refresh();
    setIsAsking(false);
  };
  return (
    <>
      <Suspense fallback={null}>
        <UncheckedHold event={event ?? slug} isCounted={false} />
      </Suspense>
      <FailureState message={unreadTitle} hint={hint} onRetry={() => void ask()} />
    </>
  );
}

/** /paid-events/mela/register: needs stallId, type and price in the address (T-159). */
export function RegisterPage() {
  return (
    <EventInAddress>
      <Registration />
    </EventInAddress>
  );
}

function Registration() {
  const { plan } = useEventPaths();
  const [params] = useSearchParams();
  const stallId = params.get("stallId");
  const type = params.get("type");
  const price = params.get("price");
  if (!stallId || !type || !price) return <InvalidRequest />;
  return (
    <PageBody>
      <BackLink to={plan}>{strings.register.back}</BackLink>
      <PageHeading>{strings.register.title}</PageHeading>
      <Box mt="4">
        <Reserved requested={{ stallId, type, price }} />
      </Box>
    </PageBody>
  );
}
