import { Box, chakra } from "@chakra-ui/react";
import type { AdminInvoice } from "../../../api/admin-api";
import type { ApplicationDetails } from "../../../api/review-api";
import { rupees } from "../../../ui/money";
import { Documents, Mails } from "../booking/documents";
import { spoken } from "../parts/spoken";
import { dayOf, momentOf, secondOf } from "../parts/when";
import { strings } from "./listings.strings";

const list = { listStyleType: "none", p: "0" } as const;
const line = {
  py: "2",
  textStyle: "small",
  overflowWrap: "anywhere",
  _notLast: { borderBottom: "1px dashed {colors.line}" },
} as const;

/** Everything that happened to an application, oldest first. */
export function Timeline({ events }: { readonly events: ApplicationDetails["timeline"] }) {
  return (
    <chakra.ol {...list} display="grid" gap="3">
      {events.map(({ at, what, by, note }, index) => (
        <chakra.li
          key={`${at}-${index}`}
          data-timeline={what}
          borderInlineStartWidth="3px"
          borderInlineStartStyle="solid"
          borderColor="line"
          ps="3"
          textStyle="small"
        >
          <strong>{spoken(what)}</strong>
          <Box color="muted">
            <time dateTime={at}>
              {dayOf(at)}, {secondOf(at)}
            </time>
            {` · ${spoken(by)}`}
          </Box>
          {note !== undefined && <Box overflowWrap="anywhere">{note}</Box>}
        </chakra.li>
      ))}
    </chakra.ol>
  );
}

/** The payments of each year. */
export function Orders({ orders }: { readonly orders: ApplicationDetails["orders"] }) {
  return (
    <chakra.ul {...list}>
      {orders.map((order) => (
        <chakra.li key={order.orderId} {...line}>
          <strong>{rupees(order.amount)}</strong>{" "}
          {strings.dialog.order(spoken(order.purpose), order.year, spoken(order.state).toLowerCase())}
          {order.paymentMode === undefined ? "" : ` · ${order.paymentMode.toUpperCase()}`}
          <Box color="muted">
            {momentOf(order.paidAt ?? order.createdAt)} · {order.orderId}
            {order.transactionId === undefined ? "" : ` · ${order.transactionId}`}
          </Box>
        </chakra.li>
      ))}
    </chakra.ul>
  );
}

/** Money that goes back. */
export function RefundLines({ refunds }: { readonly refunds: ApplicationDetails["refunds"] }) {
  return (
    <chakra.ul {...list}>
      {refunds.map(({ refundId, amount, state, reason, createdAt }) => (
        <chakra.li key={refundId} {...line}>
          <strong>{strings.dialog.refund(rupees(amount), spoken(state).toLowerCase())}</strong>
          <Box color="muted">
            {momentOf(createdAt)} · {spoken(reason)}
          </Box>
        </chakra.li>
      ))}
    </chakra.ul>
  );
}

/** Tax invoices and credit notes, each with its PDF. */
export function ApplicationDocuments({ invoices }: { readonly invoices: ApplicationDetails["invoices"] }) {
  return (
    <Documents
      invoices={invoices.map((invoice): AdminInvoice => ({
        ...invoice,
        kind: invoice.kind === "credit_note" ? "credit_note" : "invoice",
        rendered: true,
      }))}
    />
  );
}

/** The mails about an application; an operator can send each again. */
export function ApplicationMails({ mails }: { readonly mails: ApplicationDetails["mails"] }) {
  return <Mails mails={mails} />;
}
