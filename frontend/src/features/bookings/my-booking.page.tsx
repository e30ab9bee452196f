import { Box, Flex, Text } from "@chakra-ui/react";
import { PATHS } from "@sakhi/domain/site/routes";
import { Suspense, useState } from "react";
import type { MyBooking, MyBookingPapersResponse } from "../../api/mela-api";
import { Unopened } from "../../shared/linked-page";
import { OrderDetails } from "../../shared/order-outcome";
import { lazyPart } from "../../ui/lazy-part";
import { Part } from "../../ui/outcome";
import { PageBody, PageHeading, useDocumentTitle } from "../../ui/page";
import { EventOfBooking } from "./event-of-booking";
import { hasTicket } from "./has-ticket";
import { strings as mela } from "./mela.strings";
import { Details } from "./my-booking-details";
import { Access, Documents, Timeline } from "./my-booking-parts";
import { BookingStatus } from "./my-booking-status";
import { strings } from "./my-booking.strings";
import { typeName } from "./stall-labels";
import { StallTicket } from "./stall-ticket";
import { useMyBooking } from "./use-my-booking";

/** Lazy; its placeholder is as high as its closed part, so that the page below does not shift. */
const WebCalendars = lazyPart(async () => (await import("./web-calendars")).WebCalendars);

/** Lazy, because they bring the forms' code: the page shows the booking first. */
const KeptBookingPage = lazyPart(async () => (await import("./kept-booking-page")).KeptBookingPage);
const Claims = lazyPart(async () => (await import("./my-booking-claims")).Claims);
const PapersAsked = lazyPart(async () => (await import("./my-booking-papers")).PapersAsked);
const Whatsapp = lazyPart(async () => (await import("../../shared/whatsapp/whatsapp-choice")).BookingWhatsapp);
const Language = lazyPart(async () => (await import("./my-booking-language")).BookingLanguage);
const Together = lazyPart(async () => (await import("./together")).Together);
const MyMoves = lazyPart(async () => (await import("./my-moves")).MyMoves);
const Requests = lazyPart(async () => (await import("./my-booking-requests")).Requests);

/** A payer's page of their own booking. */
export function MyBookingPage() {
  const { booking, seen, problem, cookieRefused, load, close, change, changePapers } = useMyBooking();
  useDocumentTitle(strings.title);
  if (problem === "unavailable" && seen !== undefined)
    return (
      <Suspense fallback={null}>
        <KeptBookingPage seen={seen} onRetry={() => void load()} />
      </Suspense>
    );
  if (problem !== undefined || booking === undefined)
    return <Unopened texts={strings} problem={problem} findPath={PATHS.findBooking} onRetry={() => void load()} />;
  return (
    <Booking
      myBooking={booking}
      cookieRefused={cookieRefused}
      onChanged={change}
      onPapers={changePapers}
      onClosed={close}
      onMoved={load}
    />
  );
}

/** The ticket, what is still asked for, the documents, what can be changed, and last what has happened. */
function Booking({
  myBooking,
  cookieRefused,
  onChanged,
  onPapers,
  onClosed,
  onMoved,
}: {
  readonly myBooking: MyBooking;
  readonly cookieRefused: boolean;
  readonly onChanged: (booking: MyBooking) => void;
  readonly onPapers: (orderId: string, papers: MyBookingPapersResponse) => void;
  readonly onClosed: () => void;
  readonly onMoved: () => Promise<void>;
}) {
  const { booking, documents, ticket, timeline } = myBooking;
  const isHers = hasTicket(booking);
  const canMove = isHers && booking.eventOver !== true;
  const moved = () => void onMoved();
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
        {isHers && (
          <EventOfBooking event={booking.event}>
            {booking.together !== undefined && (
              <Suspense fallback={<Box minHeight="5rem" />}>
                <Together stalls={booking.together} />
              </Suspense>
            )}
            <StallTicket booking={booking} ticket={ticket} />
            {booking.eventOver !== true && (
              <Suspense fallback={<Box minHeight="2.875rem" />}>
                <WebCalendars stallId={booking.stallId} orderId={booking.orderId} />
              </Suspense>
            )}
          </EventOfBooking>
        )}
        {canMove && (
          <Suspense fallback={null}>
            <MyMoves booking={booking} onMoved={moved} place="first" />
          </Suspense>
        )}
        {myBooking.papers !== undefined && (
          <Suspense fallback={<Part id="papers" title={strings.papers} />}>
            <PapersAsked
              key={booking.orderId}
              papers={myBooking.papers}
              onChanged={(papers) => onPapers(booking.orderId, papers)}
            />
          </Suspense>
        )}
        <Documents documents={documents} />
        <Details myBooking={myBooking} onChanged={onChanged} />
        {canMove && (
          <Suspense fallback={null}>
            <MyMoves booking={booking} onMoved={moved} place="below" />
          </Suspense>
        )}
        {myBooking.whatsapp !== undefined && (
          <Suspense fallback={<Box minHeight="14rem" />}>
            <Whatsapp choice={myBooking.whatsapp} onChanged={onChanged} />
          </Suspense>
        )}
        <Suspense fallback={<Box minHeight="12rem" />}>
          <Language language={myBooking.language} onChanged={onChanged} />
        </Suspense>
        {(!myBooking.correctable || myBooking.requests.length > 0 || booking.eventOver === true) && (
          <Suspense fallback={<Part id="requests" title={strings.requests} />}>
            <Requests myBooking={myBooking} ended={endedText(booking)} onChanged={onChanged} />
          </Suspense>
        )}
        <OrderDetails
          orderId={booking.orderId}
          // The ticket says them.
          of={
            isHers
              ? []
              : [
                  [mela.payment.stall, booking.stallId],
                  [mela.payment.stallType, typeName(booking.stallType)],
                ]
          }
          outcome={booking.outcome}
        />
        <Timeline events={timeline} />
        <Access myBooking={myBooking} onClosed={onClosed} />
      </Flex>
    </PageBody>
  );
}

/**
 * Why nothing can be changed: the event has taken place, or the stall is not the payer's and no offer of another
 * is open. Undefined if something can.
 */
function endedText({ outcome: { kind, kept }, eventCancelled, eventOver }: MyBooking["booking"]): string | undefined {
  const ends = ["cancelled", "cancelled_without_refund", "not_charged", "refund_pending", "refunded"];
  const isEnded = eventCancelled === true || ends.includes(kind) || (kind === "partly_refunded" && kept !== true);
  if (isEnded) return strings.requestsOver;
  return eventOver === true ? strings.requestsAfter : undefined;
}
