import { Button } from "@chakra-ui/react";
import { orderPath, PATHS } from "@sakhi/domain/site/routes";
import { Link } from "react-router-dom";
import { strings } from "./mela.strings";

/** To her details of what is not invoiced yet, in the browser she registered with. */
export function ToCorrection({ orderId }: { readonly orderId: string }) {
  return (
    <Button asChild variant="outline">
      <Link to={orderPath(PATHS.myBooking, orderId)}>{strings.payment.correct}</Link>
    </Button>
  );
}
