import type { Paise } from "@sakhi/domain/money/money";
import {
  payoutLineKind,
  type ReportedLine,
  type ReportedPayout,
  signedAmounts,
} from "@sakhi/domain/payouts/payout-lines";
import { dateOf, fieldsOf } from "./cashfree.client.js";
import { listOf, optional, text, UnreadableResponse } from "./cashfree.reading.js";
import type { PayoutPage, PayoutWindow } from "./payment-provider.js";

/** Rows of a page: a line takes up to 1.5 kB, and a response must stay below the client's limit. */
const PAGE_ROWS = 200;

/** The body of `POST /settlements` and `POST /settlement/recon`. */
export function payoutsRequest({ from, to, cursor }: PayoutWindow): object {
  const time = (at: number): string => new Date(at).toISOString().replace(/\.\d{3}Z$/, "Z");
  return {
    pagination: { limit: PAGE_ROWS, cursor: cursor ?? null },
    // Whole seconds, the last one too.
    filters: { start_date: time(from.getTime()), end_date: time(Math.ceil(to.getTime() / 1000) * 1000) },
  };
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * The parts of an entry as one: since the version 2025-01-01 they are grouped (`event_details`, `settlement_details`), before they
 * were not. Names do not repeat between the groups that are read. Who paid is not read.
 */
function partsOf(value: unknown): Fields {
  const entry = fieldsOf(value);
  const group = (name: string): Fields => {
    const found = entry[name];
    return fieldsOf(Array.isArray(found) ? found[0] : found);
  };
  return {
    ...entry,
    ...group("order_details"),
    ...group("payment_details"),
    ...group("refund_details"),
    ...group("settlement_details"),
    ...group("event_details"),
  };
}

/** Rupees → paise; adjustments may be negative. */
function amount(value: unknown, what: string): Paise {
  const paise = typeof value === "number" ? Math.round(value * 100) : Number.NaN;
  if (!Number.isSafeInteger(paise)) throw new UnreadableResponse(what);
  return paise;
}

const optionalAmount = (value: unknown, what: string): Paise | undefined =>
  value === undefined || value === null ? undefined : amount(value, what);

const utrOf = (parts: Fields): string | undefined => optional(parts["settlement_utr"]) ?? optional(parts["utr"]);

function pageOf<Row>(body: unknown, read: (entry: unknown) => Row | undefined): PayoutPage<Row> {
  const { data, cursor } = fieldsOf(body);
  const rows = listOf(data, read).filter((row): row is Row & {} => row !== undefined);
  return { rows, cursor: optional(cursor) };
}

/** @throws UnreadableResponse */
export function fromSettlements(body: unknown): PayoutPage<ReportedPayout> {
  return pageOf(body, (entry) => {
    const parts = partsOf(entry);
    return {
      payoutId: text(parts["cf_settlement_id"], "cf_settlement_id"),
      utr: utrOf(parts),
      status: optional(parts["status"]),
      amountPaise: optionalAmount(parts["amount_settled"], "amount_settled"),
      feePaise: optionalAmount(parts["settlement_charge"], "settlement_charge") ?? 0,
      feeTaxPaise: optionalAmount(parts["settlement_tax"], "settlement_tax") ?? 0,
      paidAt: dateOf(parts["settlement_date"]) ?? dateOf(parts["settled_on"]),
    };
  });
}

/** @throws UnreadableResponse */
export function fromRecon(body: unknown): PayoutPage<ReportedLine> {
  return pageOf(body, (entry) => {
    const parts = partsOf(entry);
    const eventType = text(parts["event_type"], "event_type");
    const payoutId = optional(parts["cf_settlement_id"]);
    if (payoutId === undefined || eventType === "SETTLEMENT") return undefined;
    const kind = payoutLineKind(eventType);
    const amounts = signedAmounts(kind, optional(parts["sale_type"]), {
      gross: amount(parts["event_amount"], "event_amount"),
      fee: optionalAmount(parts["payment_service_charge"], "payment_service_charge") ?? 0,
      tax: optionalAmount(parts["payment_service_tax"], "payment_service_tax") ?? 0,
      net: optionalAmount(parts["event_settlement_amount"], "event_settlement_amount"),
    });
    return {
      ...{ payoutId, utr: utrOf(parts), paidAt: dateOf(parts["settlement_date"]), kind, eventType },
      eventId: text(parts["event_id"], "event_id"),
      orderId: optional(parts["order_id"]),
      paymentId: optional(parts["cf_payment_id"]),
      refundId: optional(parts["refund_id"]),
      ...amounts,
      at: dateOf(parts["event_time"]),
    };
  });
}
