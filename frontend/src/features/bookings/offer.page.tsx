import { orderPath } from "@sakhi/domain/site/routes";
import { Clock3, FileQuestionMark, type LucideIcon, TicketCheck, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { useEventPaths } from "../../api/event-facts";
import type { StallOffer } from "../../api/mela-api";
import { LinkButton } from "../../ui/link-button";
import { rupees } from "../../ui/money";
import { OutcomeAwaited, OutcomeFailed, OutcomePage } from "../../ui/outcome";
import { useDocumentTitle } from "../../ui/page";
import { Support } from "../../ui/support";
import { EventOfBooking } from "./event-of-booking";
import { OfferDetails } from "./offer-details";
import { strings } from "./offer.strings";
import { OpenOffer } from "./open-offer";
import { useOffer } from "./use-offer";

// Beside the other page that a mailed link opens, of which it is made: a chunk of its own would split those of the plan.
export { WaitingPlacePage } from "./waiting-place";

/** An invalid or truncated link. */
function UnknownOffer() {
  return (
    <OutcomePage
      icon={FileQuestionMark}
      tone="open"
      title={strings.unknown}
      text={[strings.unknownText, strings.unknownMore]}
      actions={<Support solid />}
    />
  );
}

/** An offer that was accepted, declined or has ended; each end has its own text. */
function OfferEnded({ offer }: { readonly offer: StallOffer }) {
  const amount = rupees(offer.amount);
  const { plan, bookingPaid } = useEventPaths();
  const screen = (icon: LucideIcon, title: string, text: string, ticket?: ReactNode) => (
    <OutcomePage
      icon={icon}
      tone={ticket === undefined ? "open" : "good"}
      title={title}
      text={[text]}
      actions={
        ticket ?? (
          <>
            <LinkButton to={plan} label={strings.toPlan} />
            <Support />
          </>
        )
      }
    >
      <OfferDetails offer={offer} />
    </OutcomePage>
  );
  switch (offer.state) {
    case "accepted":
      return screen(
        TicketCheck,
        strings.accepted(offer.chosenStallId ?? ""),
        strings.acceptedText,
        <LinkButton to={orderPath(bookingPaid, offer.orderId)} label={strings.ticket} />,
      );
    case "declined":
      return screen(Undo2, strings.declined, strings.declinedText(amount));
    case "withdrawn":
      return screen(Undo2, strings.withdrawn, strings.withdrawnText(amount));
    case "open":
    case "expired":
      return screen(Clock3, strings.expired, strings.expiredText(amount));
  }
}

/**
 * The offer of another stall for late money. The link's secret is in the address's fragment; it is sent only in the bodies
 * of our own requests.
 */
export function OfferPage() {
  const token = useLocation().hash.slice(1);
  return token === "" ? <UnknownOffer /> : <Offer key={token} token={token} />;
}

function Offer({ token }: { readonly token: string }) {
  const { offer, problem, check, update } = useOffer(token);
  useDocumentTitle(strings.title);
  if (problem === "unknown") return <UnknownOffer />;
  if (offer === undefined) {
    if (problem === undefined) return <OutcomeAwaited title={strings.title} text={strings.loading} />;
    return <OutcomeFailed title={strings.title} message={strings.failed} onRetry={() => void check()} />;
  }
  return (
    <EventOfBooking event={offer.event}>
      {offer.state === "open" ? (
        <OpenOffer token={token} offer={offer} check={check} update={update} />
      ) : (
        <OfferEnded offer={offer} />
      )}
    </EventOfBooking>
  );
}
