import { orderPath, PATHS } from "@sakhi/domain/site/routes";
import { LinkButton } from "../../ui/link-button";
import { strings } from "./mela.strings";

/** Link to the details, which can be corrected until the invoice is issued, in the browser that registered. */
export function ToCorrection({ orderId }: { readonly orderId: string }) {
  return <LinkButton to={orderPath(PATHS.myBooking, orderId)} variant="outline" label={strings.payment.correct} />;
}
