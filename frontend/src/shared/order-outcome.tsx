import { Button } from "@chakra-ui/react";
import messages from "@sakhi/domain/generated/messages/en/order";
import { FileQuestionMark, SearchCheck, Undo2, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import { rupees } from "../ui/money";
import { type OrderFact, OrderRows, OutcomePage, type OutcomeProps } from "../ui/outcome";
import { Support } from "../ui/support";
import { type MoneyOutcome, refundRows } from "./refund-label";

/** Texts of the result pages of all payments, of stalls and of listings. */
export const orderStrings = {
  ...messages,
  /** Orders at the payment provider that our records do not have, by error code; the server's message follows. */
  missingTitles: messages.missingTitles,
  owedTitle: (amount: string) => messages.owedTitle({ amount }),
  review: (amount: string) => messages.review({ amount }),
} as const;

export interface OrderDetailsProps {
  readonly orderId: string;
  /** What the order is for. */
  readonly of?: readonly OrderFact[];
  readonly outcome?: MoneyOutcome | undefined;
  readonly children?: ReactNode;
}

/** An order's number, what it is for, and its money. */
export function OrderDetails({ orderId, of = [], outcome, children }: OrderDetailsProps) {
  const rows: OrderFact[] = [[orderStrings.orderId, orderId], ...of];
  if (outcome?.amount !== undefined) rows.push([orderStrings.paid, rupees(outcome.amount)]);
  rows.push(...refundRows(outcome?.refund));
  return (
    <OrderRows title={orderStrings.details} rows={rows}>
      {children}
    </OrderRows>
  );
}

type MissingOrder = keyof typeof orderStrings.missingTitles;

const isMissing = (code: string): code is MissingOrder => code in orderStrings.missingTitles;

interface UnknownOrderProps {
  readonly orderId: string;
  /** The server's error response. */
  readonly reply: { readonly code?: string | undefined; readonly message?: string | undefined };
  /** Fetches the status again. */
  readonly again: () => void;
  /** Further actions. */
  readonly children?: ReactNode;
}

/**
 * An order that is not in our records. Of an unknown number it says nothing about a payment; of one that the payment
 * provider has, it says what happens to the money.
 */
export function UnknownOrder({ orderId, reply, again, children }: UnknownOrderProps) {
  const { code = "", message = "" } = reply;
  const missing = isMissing(code) ? code : undefined;
  return (
    <OutcomePage
      icon={missing === undefined ? FileQuestionMark : SearchCheck}
      tone="open"
      title={missing === undefined ? orderStrings.unknownTitle : orderStrings.missingTitles[missing]}
      text={missing === undefined ? orderStrings.unknownText : [message]}
      actions={
        <>
          {missing === "order_looked_for" && <Button onClick={again}>{orderStrings.checkAgain}</Button>}
          <Support solid={missing !== "order_looked_for"} />
          {missing === undefined && children}
        </>
      }
    >
      <OrderDetails orderId={orderId} />
    </OutcomePage>
  );
}

/** The button that fetches the status again, and the link to support. */
export function CheckAgain({ again }: { readonly again: () => void }) {
  return (
    <>
      <Button onClick={again}>{orderStrings.checkAgain}</Button>
      <Support />
    </>
  );
}

/** The status could not be fetched. This is not a failed payment. */
export function UncheckedOrder({ again, ...details }: OrderDetailsProps & { readonly again: () => void }) {
  return (
    <OutcomePage
      icon={WifiOff}
      tone="open"
      title={orderStrings.uncheckedTitle}
      text={[orderStrings.uncheckedText]}
      actions={<CheckAgain again={again} />}
    >
      <OrderDetails {...details} />
    </OutcomePage>
  );
}

/** Icon, title and tone of an outcome in which the money goes back or is under review. */
export function moneyScreen(
  kind: "refund_pending" | "refunded" | "partly_refunded" | "money_under_review",
  refund: MoneyOutcome["refund"],
): Pick<OutcomeProps, "icon" | "title" | "tone"> {
  switch (kind) {
    case "refund_pending":
      return {
        icon: Undo2,
        title:
          refund?.state === "failed" ? orderStrings.owedTitle(rupees(refund.amount)) : orderStrings.refundPendingTitle,
      };
    case "refunded":
      return { icon: Undo2, title: orderStrings.refundedTitle, tone: "good" };
    case "partly_refunded":
      return { icon: Undo2, title: orderStrings.partlyTitle };
    case "money_under_review":
      return { icon: SearchCheck, title: orderStrings.reviewTitle };
  }
}
