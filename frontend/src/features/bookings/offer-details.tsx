import { eventLine } from "@sakhi/domain/events/event-line";
import { useEventFacts } from "../../api/event-facts";
import type { StallOffer } from "../../api/mela-api";
import { rupees } from "../../ui/money";
import { type OrderFact, OrderRows } from "../../ui/outcome";
import { strings } from "./offer.strings";
import { typeName } from "./stall-labels";

/** What was paid, and for what. */
export function OfferDetails({ offer }: { readonly offer: StallOffer }) {
  const rows: OrderFact[] = [
    [strings.event, eventLine(useEventFacts())],
    [strings.orderId, offer.orderId],
    [strings.paid, rupees(offer.amount)],
    [strings.lost, offer.lostStallId],
    [strings.type, typeName(offer.stallType)],
  ];
  if (offer.chosenStallId !== undefined) rows.push([strings.chosen, offer.chosenStallId]);
  return <OrderRows title={strings.order} rows={rows} />;
}
