import { Text } from "@chakra-ui/react";
import { eventLine } from "@sakhi/domain/events/event-line";
import { PATHS, orderPath } from "@sakhi/domain/site/routes";
import type { MyBooking } from "../../api/mela-api";
import { orderStrings } from "../../shared/order-outcome";
import { moneyNotes, refundTexts } from "../../shared/refund-label";
import { EventText } from "../../ui/event-text";
import { LinkButton } from "../../ui/link-button";
import { rupees } from "../../ui/money";
import { strings as mela } from "./mela.strings";
import { strings } from "./my-booking.strings";
import { typeName } from "./stall-labels";
import { useFactsOf } from "./use-facts-of";

/** The booking's state in a sentence or more. */
export function BookingStatus({ myBooking }: { readonly myBooking: Pick<MyBooking, "booking" | "payableHere"> }) {
  const { booking, payableHere } = myBooking;
  const { facts } = useFactsOf(booking.event);
  const [lead, ...more] = statusText(myBooking, facts?.name);
  return (
    <div role="status">
      {facts !== undefined && (
        <Text fontWeight="600" mt="3" overflowWrap="anywhere">
          <EventText of={facts}>{eventLine(facts)}</EventText>
        </Text>
      )}
      <Text textStyle="lead" mt="1">
        <EventText of={facts}>{lead}</EventText>
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
function statusText(
  { booking, payableHere }: Pick<MyBooking, "booking" | "payableHere">,
  event: string | undefined,
): readonly string[] {
  const { stallId, outcome, stallType, eventCancelled, eventOver } = booking;
  const ended = eventCancelled === true ? texts.eventCancelled(stallId) : texts.cancelled(stallId);
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
      if (eventCancelled === true) return [ended, texts.eventRefundAwaited];
      return [eventOver === true ? strings.soldAfter(stallId, event) : strings.sold(stallId, event), ...notes];
    case "moved":
      if (eventCancelled === true) return [ended, texts.eventRefundAwaited];
      return [texts.moved(fromStallId, stallId), ...notes];
    case "cancelled":
      return [ended, ...money];
    case "cancelled_without_refund":
      return [ended, texts.nothingBack];
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
