import { PATHS, orderPath } from "@sakhi/domain/site/routes";
import { Button } from "@chakra-ui/react";
import { Clock3, FileQuestionMark, TicketCheck, Undo2 } from "lucide-react";
import { Link } from "react-router-dom";
import type { StallOffer } from "../../../api/mela-api";
import { rupees } from "../../../ui/money";
import type { OrderFact } from "../../../ui/order-facts";
import { OrderFacts } from "../../../ui/order-facts";
import { OutcomePage } from "../../../ui/outcome";
import { SIGN_SIZE, Support, ToPlan } from "../payment/outcome-parts";
import { typeName } from "../stall-labels";
import { strings } from "./offer.strings";

/** What was paid, and for what. */
export function OfferFacts({ offer }: { readonly offer: StallOffer }) {
  const rows: OrderFact[] = [
    [strings.orderId, offer.orderId],
    [strings.paid, rupees(offer.amount)],
    [strings.lost, offer.lostStallId],
    [strings.type, typeName(offer.stallType)],
  ];
  if (offer.chosenStallId !== undefined) rows.push([strings.chosen, offer.chosenStallId]);
  return <OrderFacts title={strings.order} rows={rows} />;
}

/** A link that is not one of ours, or not all of it. */
export function UnknownOffer() {
  return (
    <OutcomePage
      icon={<FileQuestionMark size={SIGN_SIZE} />}
      tone="open"
      title={strings.unknown}
      text={[strings.unknownText, strings.unknownMore]}
      actions={<Support solid />}
    />
  );
}

/** An offer that was answered or has ended; each end in its own words. */
export function OfferEnded({ offer }: { readonly offer: StallOffer }) {
  const amount = rupees(offer.amount);
  const elsewhere = (
    <>
      <ToPlan solid label={strings.toPlan} />
      <Support />
    </>
  );
  switch (offer.state) {
    case "accepted":
      return (
        <OutcomePage
          icon={<TicketCheck size={SIGN_SIZE} />}
          tone="good"
          title={strings.accepted(offer.chosenStallId ?? "")}
          text={[strings.acceptedText]}
          actions={
            <Button asChild>
              <Link to={orderPath(PATHS.bookingPaid, offer.orderId)}>{strings.ticket}</Link>
            </Button>
          }
        >
          <OfferFacts offer={offer} />
        </OutcomePage>
      );
    case "declined":
      return (
        <OutcomePage
          icon={<Undo2 size={SIGN_SIZE} />}
          tone="open"
          title={strings.declined}
          text={[strings.declinedText(amount)]}
          actions={elsewhere}
        >
          <OfferFacts offer={offer} />
        </OutcomePage>
      );
    case "withdrawn":
      return (
        <OutcomePage
          icon={<Undo2 size={SIGN_SIZE} />}
          tone="open"
          title={strings.withdrawn}
          text={[strings.withdrawnText(amount)]}
          actions={elsewhere}
        >
          <OfferFacts offer={offer} />
        </OutcomePage>
      );
    case "open":
    case "expired":
      return (
        <OutcomePage
          icon={<Clock3 size={SIGN_SIZE} />}
          tone="open"
          title={strings.expired}
          text={[strings.expiredText(amount)]}
          actions={elsewhere}
        >
          <OfferFacts offer={offer} />
        </OutcomePage>
      );
  }
}
