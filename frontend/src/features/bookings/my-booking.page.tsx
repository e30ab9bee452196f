import { PATHS, myDocumentPath, orderPath } from "@sakhi/domain/site/routes";
import { Box, Button, chakra, Flex, Grid, Text } from "@chakra-ui/react";
import { Download, FileQuestionMark, LockKeyhole, PencilLine } from "lucide-react";
import { Suspense, useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { apiErrorOf } from "../../api/failure";
import {
  type MyBooking,
  useCloseMyBookingMutation,
  useLazyGetMyBookingQuery,
  useOpenMyBookingHereMutation,
  useOpenMyBookingMutation,
  useRevokeMyBookingLinksMutation,
} from "../../api/mela-api";
import { ConfirmDialog } from "../../ui/dialog";
import { lazyPart } from "../../ui/lazy-part";
import { rupees } from "../../ui/money";
import { OrderDetails, orderStrings } from "../../shared/order-outcome";
import { FactRows, type OrderFact, OutcomeAwaited, OutcomeFailed, OutcomePage, Part } from "../../ui/outcome";
import { Support } from "../../ui/support";
import { PageBody, PageHeading, useDocumentTitle } from "../../ui/page";
import { indianMoment, moneyNotes, refundTexts } from "../../shared/refund-label";
import { strings as mela } from "./mela.strings";
import { strings } from "./my-booking.strings";
import { typeName } from "./stall-labels";
import { StallTicket } from "./stall-ticket";
import { LinkButton } from "../../ui/link-button";
import { SteadyButton } from "../../ui/steady-button";
import { formatPhone } from "../../ui/phone";

/** Lazy; its placeholder is as high as two days' links, so that the page below does not shift. */
const WebCalendars = lazyPart(async () => (await import("./web-calendars")).WebCalendars);

/** Lazy, because they bring the forms' code: the page shows the booking first. */
const Correction = lazyPart(async () => (await import("./my-booking-correction")).Correction);
const Claims = lazyPart(async () => (await import("./my-booking-claims")).Claims);
const Requests = lazyPart(async () => (await import("./my-booking-requests")).Requests);

/** Why no booking is shown. */
type Problem = "invalid" | "unavailable" | "closed";

/** The booking of the link in the address, or of the link this browser opened last. */
function useMyBooking() {
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
  return { booking, problem, cookieRefused, load, close, change: setBooking };
}

/** A payer's page of their own booking. */
export function MyBookingPage() {
  const { booking, problem, cookieRefused, load, close, change } = useMyBooking();
  useDocumentTitle(strings.title);
  if (problem === "invalid") return <Gone title={strings.invalidTitle} text={strings.invalidText} />;
  if (problem === "closed") return <Gone title={strings.closedTitle} text={[strings.closedText]} />;
  if (problem === "unavailable")
    return <OutcomeFailed title={strings.title} message={strings.failed} onRetry={() => void load()} />;
  if (booking === undefined) return <OutcomeAwaited title={strings.title} text={strings.opening} />;
  return <Booking myBooking={booking} cookieRefused={cookieRefused} onChanged={change} onClosed={close} />;
}

/** The link is invalid, or the booking was closed on this device. */
function Gone({ title, text }: { readonly title: string; readonly text: readonly string[] }) {
  return (
    <OutcomePage
      icon={FileQuestionMark}
      tone="open"
      title={title}
      text={text}
      actions={
        <>
          <LinkButton to={PATHS.findBooking} label={strings.find} />
          <Support />
        </>
      }
    />
  );
}

function Booking({
  myBooking,
  cookieRefused,
  onChanged,
  onClosed,
}: {
  readonly myBooking: MyBooking;
  readonly cookieRefused: boolean;
  readonly onChanged: (booking: MyBooking) => void;
  readonly onClosed: () => void;
}) {
  const { booking, documents, timeline } = myBooking;
  const { kind } = booking.outcome;
  // Stays once the last claim is answered, for the words about it.
  const [claimed] = useState(myBooking.listingClaims.length > 0);
  return (
    <PageBody narrow>
      <PageHeading>{strings.title}</PageHeading>
      {cookieRefused && (
        <Text role="status" mt="4" px="4" py="3" bg="marigold.soft" borderRadius="card">
          {strings.cookieRefused}
        </Text>
      )}
      <BookingStatus myBooking={myBooking} />
      <Flex direction="column" gap="5" mt="6">
        {claimed && (
          <Suspense fallback={<Part id="claims" title={strings.claims} />}>
            <Claims claims={myBooking.listingClaims} onChanged={onChanged} />
          </Suspense>
        )}
        {(kind === "sold" || kind === "moved") && (
          <>
            <StallTicket booking={booking} />
            <Suspense fallback={<Box minHeight="11.5rem" />}>
              <WebCalendars stallId={booking.stallId} orderId={booking.orderId} />
            </Suspense>
          </>
        )}
        <OrderDetails
          orderId={booking.orderId}
          of={[
            [mela.payment.stall, booking.stallId],
            [mela.payment.stallType, typeName(booking.stallType)],
          ]}
          outcome={booking.outcome}
        />
        <Documents documents={documents} />
        <Timeline events={timeline} />
        <Details myBooking={myBooking} onChanged={onChanged} />
        {(!myBooking.correctable || myBooking.requests.length > 0) && (
          <Suspense fallback={<Part id="requests" title={strings.requests} />}>
            <Requests myBooking={myBooking} over={isOver(booking.outcome)} onChanged={onChanged} />
          </Suspense>
        )}
        <Access until={myBooking.linkExpiresAt} onClosed={onClosed} />
      </Flex>
    </PageBody>
  );
}

/** True if nothing can be changed any more: the stall is not the payer's, and no offer of another is open. */
function isOver({ kind, kept }: MyBooking["booking"]["outcome"]): boolean {
  const ends = ["cancelled", "cancelled_without_refund", "not_charged", "refund_pending", "refunded"];
  return ends.includes(kind) || (kind === "partly_refunded" && kept !== true);
}

/** The booking's state in a sentence or more. */
function BookingStatus({ myBooking }: { readonly myBooking: MyBooking }) {
  const { booking, payableHere } = myBooking;
  const [lead, ...more] = statusText(myBooking);
  return (
    <div role="status">
      <Text textStyle="lead" mt="3">
        {lead}
      </Text>
      {more.map((text) => (
        <Text key={text} mt="2">
          {text}
        </Text>
      ))}
      {payableHere && (
        <LinkButton to={orderPath(PATHS.bookingUnpaid, booking.orderId)} mt="4" label={strings.continuePaying} />
      )}
    </div>
  );
}

const texts = mela.outcome;

/** The booking's state for its payer, with the texts of the payment pages where they apply. */
function statusText({ booking, payableHere }: MyBooking): readonly string[] {
  const { stallId, outcome, stallType } = booking;
  const { kind, amount = 0, fromStallId = "", kept } = outcome;
  const money = refundTexts(outcome);
  const notes = moneyNotes(outcome, "booking");
  switch (kind) {
    case "pending":
      return payableHere ? [strings.untried(stallId), strings.untriedMore] : [strings.pending];
    case "not_started":
    case "failed_attempt":
      return [strings.stillYours(stallId), ...(payableHere ? [] : [strings.payElsewhere])];
    case "not_charged":
      return [texts.notCharged, texts.bankShowsIt];
    case "sold":
      return [strings.sold(stallId), ...notes];
    case "moved":
      return [texts.moved(fromStallId, stallId), ...notes];
    case "cancelled":
      return [texts.cancelled(stallId), ...money];
    case "cancelled_without_refund":
      return [texts.cancelled(stallId), texts.nothingBack];
    case "refund_pending":
    case "refunded":
      return [texts.reachedUs(rupees(amount), stallId), ...money];
    case "partly_refunded":
      return kept === true
        ? [texts.partKept, ...money]
        : [texts.reachedUs(rupees(amount), stallId), ...money, texts.rest];
    case "money_under_review":
      return [orderStrings.review(rupees(amount)), kept === true ? texts.reviewKept(stallId) : texts.reviewNotKept];
    case "late_offer":
      return [
        texts.offer(rupees(amount), stallId),
        texts.offerHow(typeName(outcome.offerStallType ?? stallType), outcome.offerExpiresAt),
      ];
  }
}

function detailRows({ details }: MyBooking): OrderFact[] {
  const { gstNumber, gstAddress } = details;
  return [
    [strings.name, details.fullName],
    [strings.business, details.businessName],
    [strings.email, details.email],
    [strings.phone, formatPhone(details.phoneNumber)],
    [strings.pincode, details.pincode],
    ...(gstNumber === undefined ? [] : [[strings.gst, gstNumber] as const]),
    ...(gstAddress === undefined ? [] : [[strings.address, gstAddress] as const]),
  ];
}

/** The registered details, with a form to correct them until the invoice is issued. */
function Details({
  myBooking,
  onChanged,
}: {
  readonly myBooking: MyBooking;
  readonly onChanged: (booking: MyBooking) => void;
}) {
  const [open, setOpen] = useState(false);
  const [message, setMessage] = useState<string>();
  const status = useRef<HTMLDivElement>(null);
  // The form unmounts together with the focused button: move the focus to the message.
  useEffect(() => {
    if (message !== undefined) status.current?.focus();
  }, [message]);
  return (
    <Part id="details" title={strings.details}>
      <Box ref={status} tabIndex={-1} role="status" fontWeight="600" mb={message === undefined ? "0" : "3"}>
        {message}
      </Box>
      {open && myBooking.correctable ? (
        <Suspense fallback={<Text>{strings.working}</Text>}>
          <Correction
            myBooking={myBooking}
            onDone={(booking, done) => {
              setOpen(false);
              setMessage(done);
              onChanged(booking);
            }}
            onBack={() => setOpen(false)}
          />
        </Suspense>
      ) : (
        <>
          <FactRows rows={detailRows(myBooking)} />
          {myBooking.correctable && (
            <Button
              variant="outline"
              mt="4"
              onClick={() => {
                setMessage(undefined);
                setOpen(true);
              }}
            >
              <PencilLine aria-hidden />
              {strings.correct}
            </Button>
          )}
        </>
      )}
    </Part>
  );
}

function Documents({ documents }: Pick<MyBooking, "documents">) {
  return (
    <Part id="documents" title={strings.documents}>
      {documents.length === 0 ? (
        <Text>{strings.noDocuments}</Text>
      ) : (
        <chakra.ul display="grid" gap="4" listStyleType="none">
          {documents.map(({ id, kind, number, amount, issuedAt }) => (
            <li key={id}>
              <Text fontWeight="600">{`${kind === "invoice" ? strings.invoice : strings.creditNote} ${number}`}</Text>
              <Text color="muted" mb="2">
                {`${rupees(amount)}, ${indianMoment(issuedAt)}`}
              </Text>
              <Button asChild variant="outline" maxWidth="100%" height="auto" minHeight="tap" whiteSpace="normal">
                <a href={myDocumentPath(id)} download>
                  <Download aria-hidden />
                  <span>{strings.download(number)}</span>
                </a>
              </Button>
            </li>
          ))}
        </chakra.ul>
      )}
    </Part>
  );
}

function Timeline({ events }: { readonly events: MyBooking["timeline"] }) {
  return (
    <Part id="timeline" title={strings.timeline}>
      <chakra.ol display="grid" gap="4" listStyleType="none">
        {events.map((event, index) => (
          <chakra.li
            key={`${event.at} ${event.kind} ${index}`}
            borderInlineStartWidth="3px"
            borderColor="marigold.soft"
            ps="4"
          >
            <Text fontWeight="600">{strings.eventText(event)}</Text>
            <Text color="muted">
              <time dateTime={event.at}>{indianMoment(event.at)}</time>
            </Text>
            {event.reference !== undefined && (
              <Text color="muted" overflowWrap="anywhere">
                {strings.reference(event.reference)}
              </Text>
            )}
            {event.bankReference !== undefined && (
              <Text color="muted" overflowWrap="anywhere">
                {strings.bankReference(event.bankReference)}
              </Text>
            )}
          </chakra.li>
        ))}
      </chakra.ol>
    </Part>
  );
}

/** Who can open this page, and buttons to end access. */
function Access({ until, onClosed }: { readonly until: string; readonly onClosed: () => void }) {
  const [close, { isLoading: closing }] = useCloseMyBookingMutation();
  const [revoke, { isLoading: revoking }] = useRevokeMyBookingLinksMutation();
  const [confirming, setConfirming] = useState(false);
  const [problem, setProblem] = useState<string>();
  const busy = closing || revoking;
  const end = async (call: Promise<{ readonly error?: unknown }>) => {
    const { error } = await call;
    setConfirming(false);
    if (error === undefined) onClosed();
    else setProblem(strings.failed);
  };
  return (
    <Part id="access" title={strings.access}>
      <Text>{strings.accessText(indianMoment(until))}</Text>
      <Box role="alert" color="alarm.text" fontWeight="600">
        {problem}
      </Box>
      <Grid templateColumns={{ base: "minmax(0, 1fr)", sm: "auto auto" }} justifyContent="start" gap="3" mt="4">
        <SteadyButton variant="outline" off={busy} onClick={() => void end(close())}>
          <LockKeyhole aria-hidden />
          {strings.close}
        </SteadyButton>
        <SteadyButton variant="outline" off={busy} onClick={() => setConfirming(true)}>
          {strings.revoke}
        </SteadyButton>
      </Grid>
      <ConfirmDialog
        open={confirming}
        title={strings.revokeSure}
        stay={strings.back}
        go={busy ? strings.working : strings.revoke}
        busy={busy}
        onStay={() => setConfirming(false)}
        onGo={() => void end(revoke())}
      >
        <Text>{strings.revokeText}</Text>
      </ConfirmDialog>
    </Part>
  );
}
