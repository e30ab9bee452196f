import { orderPath, PATHS } from "@sakhi/domain/site/routes";
import { strings } from "./mela.strings";
import { LinkButton } from "../../ui/link-button";

/** To her details of what is not invoiced yet, in the browser she registered with. */
export function ToCorrection({ orderId }: { readonly orderId: string }) {
  return <LinkButton to={orderPath(PATHS.myBooking, orderId)} variant="outline" label={strings.payment.correct} />;
}
