import { PATHS } from "@sakhi/domain/site/routes";
import { Button } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { MelaPaymentStatus } from "../../../api/mela-api";
import { rupees } from "../../../ui/money";
import type { OrderFact } from "../../../ui/order-facts";
import { OrderFacts } from "../../../ui/order-facts";
import type { OutcomeTone } from "../../../ui/outcome";
import { OutcomePage } from "../../../ui/outcome";
import { refundFacts } from "../../../ui/refund-label";
import { strings } from "../mela.strings";
import { typeName } from "../stall-labels";

/** The size of an outcome's sign, in px. */
export const SIGN_SIZE = 52;

/** Back to the floor plan; "Try Booking Again" where nothing is kept (specification 2, section 2). */
export function ToPlan({ label, solid }: { readonly label: string; readonly solid: boolean }) {
  return (
    <Button asChild variant={solid ? "solid" : "outline"}>
      <Link to={PATHS.plan}>{label}</Link>
    </Button>
  );
}

/** To whoever can help. */
export function Support({ solid = false }: { readonly solid?: boolean }) {
  return (
    <Button asChild variant={solid ? "solid" : "outline"}>
      <Link to={PATHS.support}>{strings.payment.support}</Link>
    </Button>
  );
}

/** What is known of the order; without a status only its number. */
export function OrderDetails({
  orderId,
  status,
}: {
  readonly orderId: string;
  readonly status?: MelaPaymentStatus | undefined;
}) {
  const rows: OrderFact[] = [[strings.payment.orderId, orderId]];
  if (status !== undefined) {
    rows.push(
      [strings.payment.stall, status.stallId],
      [strings.payment.stallType, typeName(status.stallType)],
    );
    const { amount, refund } = status.outcome ?? {};
    if (amount !== undefined) rows.push([strings.outcome.paid, rupees(amount)]);
    rows.push(...refundFacts(refund));
  }
  return <OrderFacts title={strings.payment.orderDetails} rows={rows} />;
}

/** An outcome with the order's details below it. */
export function OutcomeScreen({
  status,
  ...page
}: {
  readonly status: MelaPaymentStatus;
  readonly icon: ReactNode;
  readonly tone?: OutcomeTone;
  readonly title: string;
  readonly text: readonly string[];
  readonly actions: ReactNode;
}) {
  return (
    <OutcomePage {...page}>
      <OrderDetails orderId={status.orderId} status={status} />
    </OutcomePage>
  );
}
