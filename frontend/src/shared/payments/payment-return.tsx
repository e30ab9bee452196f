import { orderPath } from "@sakhi/domain/site/routes";
import type { ReactElement, ReactNode } from "react";
import { Navigate, useSearchParams } from "react-router-dom";
import { OutcomeAwaited } from "../../ui/outcome";
import { type OrderDetailsProps, UncheckedOrder } from "../order-outcome";
import { maySucceed } from "./payment-status";
import type { StatusCheck } from "./status-check";

/** The page of a payment's return: its order by `order_id` in the address; without one no request is sent. */
export function PaymentReturn({
  children,
  missing,
}: {
  readonly children: (orderId: string) => ReactElement;
  /** Shown without an order id. */
  readonly missing: ReactNode;
}): ReactNode {
  const [params] = useSearchParams();
  const orderId = params.get("order_id");
  return orderId ? children(orderId) : missing;
}

/** The address of an order's page. */
type OrderPage = Parameters<typeof orderPath>[0];

interface ReturnProps<Status> {
  readonly orderId: string;
  readonly check: StatusCheck<Status>;
}

/** The success page: the receipt once the order is paid; an order that is not goes to the other page. */
export function PaidReturn<Status>({
  orderId,
  check,
  unpaidPath,
  paid,
  waiting,
}: ReturnProps<Status> & {
  readonly unpaidPath: OrderPage;
  readonly paid: (status: Status) => ReactNode;
  /** While it is pending. */
  readonly waiting: ReactNode;
}): ReactNode {
  const { status, verdict, answered } = check;
  if (answered && status !== undefined && verdict === "successful") return paid(status);
  if (verdict === "failed" || verdict === "unknown") return <Navigate replace to={orderPath(unpaidPath, orderId)} />;
  return waiting;
}

/**
 * The failure page. Renders by the outcome and not by the status alone: a cancelled or refunded order is not a failed
 * payment, and neither is a status that could not be fetched.
 */
export function UnpaidReturn<Status extends { readonly outcome: { readonly kind: string } }>({
  orderId,
  check,
  paidPath,
  awaited,
  detailsOf,
  unknown,
  outcome,
}: ReturnProps<Status> & {
  readonly paidPath: OrderPage;
  /** Texts while it is being checked. */
  readonly awaited: { readonly title: string; readonly text: string };
  /** What the order is for, where known, if its newest status could not be fetched. */
  readonly detailsOf?: (status: Status) => Omit<OrderDetailsProps, "orderId">;
  /** The server has no such order. */
  readonly unknown: ReactNode;
  readonly outcome: (status: Status) => ReactNode;
}): ReactNode {
  const { status, verdict, answered, over, again } = check;
  if (answered && verdict === "successful") return <Navigate replace to={orderPath(paidPath, orderId)} />;
  // A final outcome is shown at once; only a payment that may still succeed is worth waiting for.
  if (!over && (status === undefined || maySucceed(status.outcome.kind))) return <OutcomeAwaited {...awaited} />;
  if (!answered && verdict !== "unknown") {
    return <UncheckedOrder orderId={orderId} again={again} {...(status !== undefined && detailsOf?.(status))} />;
  }
  return status === undefined ? unknown : outcome(status);
}
