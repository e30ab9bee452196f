/** Payouts: what the provider transfers to the shop's bank, and its reports about them. Only the control API makes them. */
import { ControlError, ProviderError } from "./errors.js";
import {
  fixedRupees,
  indianIso,
  momentFromIso,
  type Order,
  type Payout,
  type PayoutLine,
  type PayoutStatus,
  rupeesFromPaise,
} from "./model.js";
import type { World } from "./store.js";

/** Of a payment, in hundredths of a percent; GST on it in percent. */
const FEE_HUNDREDTHS = 195;
const GST_PERCENT = 18;
const MAX_LIMIT = 1000;

/** How a payout is made. */
export interface PayoutPlan {
  /** When it is paid, epoch ms; default: now. */
  paidAt?: number | undefined;
  status?: PayoutStatus | undefined;
  /** Orders whose payments are left out of every payout so far. */
  omit?: readonly string[] | undefined;
  /** Orders whose payments are in it although they were in an earlier one. */
  repeat?: readonly string[] | undefined;
  /** Paise to add to the amount of an order's payment. */
  change?: { readonly orderId: string; readonly paise: number } | undefined;
  /** Rupees that the provider adds or takes for a reason of its own. */
  adjustmentPaise?: number | undefined;
  /** Charge for the payout itself. */
  feePaise?: number | undefined;
}

function withFee(amountPaise: number): Pick<PayoutLine, "amountPaise" | "feePaise" | "feeTaxPaise"> {
  const feePaise = Math.round((amountPaise * FEE_HUNDREDTHS) / 10_000);
  return { amountPaise, feePaise, feeTaxPaise: Math.round((feePaise * GST_PERCENT) / 100) };
}

const NO_FEE = { feePaise: 0, feeTaxPaise: 0 };

/** Everything of an order that a payout has a line about. */
function linesOf(order: Order): PayoutLine[] {
  const { orderId } = order;
  const of = { orderId, refundId: null };
  const payments = order.attempts
    .filter(({ status }) => status === "SUCCESS")
    .map(({ paymentId, amountPaise, completedAt, startedAt }): PayoutLine => ({
      ...{ eventId: paymentId, type: "PAYMENT", sale: "CREDIT", ...withFee(amountPaise) },
      ...{ at: completedAt ?? startedAt, ...of, paymentId },
    }));
  const refunds = order.refunds
    .filter(({ status }) => status === "SUCCESS")
    .map(({ cfRefundId, refundId, paymentId, amountPaise, processedAt, createdAt }): PayoutLine => ({
      ...{ eventId: cfRefundId, type: "REFUND", sale: "DEBIT", amountPaise, ...NO_FEE },
      ...{ at: processedAt ?? createdAt, orderId, paymentId, refundId },
    }));
  const disputes = (order.disputes ?? []).flatMap(
    ({ disputeId, paymentId, amountPaise, createdAt, updatedAt, status }): PayoutLine[] => {
      const about = { amountPaise, ...NO_FEE, ...of, paymentId };
      const taken: PayoutLine = { eventId: disputeId, type: "DISPUTE", sale: "DEBIT", at: createdAt, ...about };
      const released = { ...taken, eventId: `${disputeId}r`, type: "DISPUTE_REVERSAL", sale: "CREDIT" } as const;
      return status.endsWith("MERCHANT_WON") ? [taken, { ...released, at: updatedAt }] : [taken];
    },
  );
  return [...payments, ...refunds, ...disputes];
}

const signed = ({ sale, amountPaise, feePaise, feeTaxPaise }: PayoutLine): number =>
  (sale === "CREDIT" ? amountPaise : -amountPaise) - feePaise - feeTaxPaise;

/** What arrives in the bank. */
const settledPaise = ({ lines, feePaise, feeTaxPaise }: Payout): number =>
  lines.reduce((sum, line) => sum + signed(line), 0) - feePaise - feeTaxPaise;

/** Pays out everything that was in no payout yet. @throws ControlError 409 if that is nothing */
export function makePayout(world: World, plan: PayoutPlan): Payout {
  const { omit = [], repeat = [], change, adjustmentPaise, status = "SUCCESS", paidAt = world.now() } = plan;
  const before = new Set(
    [...world.store.payouts.values()]
      .filter((payout) => payout.status !== "FAILED")
      .flatMap(({ lines }) => lines.map(({ eventId }) => eventId)),
  );
  const lines = [...world.store.orders.values()]
    .flatMap(linesOf)
    .filter(({ eventId, orderId, type }) => {
      const named = (list: readonly string[]) => type === "PAYMENT" && orderId !== null && list.includes(orderId);
      return named(repeat) || (!before.has(eventId) && !named(omit));
    })
    .map((line) =>
      change?.orderId === line.orderId && line.type === "PAYMENT"
        ? { ...line, amountPaise: line.amountPaise + change.paise }
        : line,
    );
  const id = world.store.nextNumber();
  if (adjustmentPaise !== undefined && adjustmentPaise !== 0) {
    lines.push({
      ...{ eventId: `${id}a`, type: "OTHER_ADJUSTMENT", sale: adjustmentPaise > 0 ? "CREDIT" : "DEBIT" },
      ...{ amountPaise: Math.abs(adjustmentPaise), ...NO_FEE, at: paidAt },
      ...{ orderId: null, paymentId: null, refundId: null },
    });
  }
  if (lines.length === 0) throw new ControlError(409, "There is nothing to pay out.");
  const feePaise = plan.feePaise ?? 0;
  const payout: Payout = {
    ...{ payoutId: id, utr: `CFUTR${id.slice(-10)}`, status, paidAt, lines },
    ...{ feePaise, feeTaxPaise: Math.round((feePaise * GST_PERCENT) / 100) },
  };
  world.store.savePayout(payout);
  return payout;
}

/** Changes a payout's status. @throws ControlError 404 */
export function changePayout(world: World, payoutId: string, status: PayoutStatus): Payout {
  const payout = world.store.payouts.get(payoutId);
  if (!payout) throw new ControlError(404, `There is no payout ${payoutId}.`);
  payout.status = status;
  world.store.savePayout(payout);
  return payout;
}

/** A payout as the control API shows it. */
export const payoutView = (payout: Payout) => ({ ...payout, amountPaise: settledPaise(payout) });

/** An entry of `POST /settlements`. */
function payoutEntity(payout: Payout): Record<string, unknown> {
  const { payoutId, utr, status, paidAt, feePaise, feeTaxPaise, lines } = payout;
  const total = (of: (line: PayoutLine) => number) => rupeesFromPaise(lines.reduce((sum, line) => sum + of(line), 0));
  return {
    cf_settlement_id: payoutId,
    status,
    settlement_utr: status === "SUCCESS" ? utr : null,
    settlement_date: indianIso(paidAt),
    settlement_initiated_on: indianIso(paidAt),
    settlement_type: "NORMAL_SETTLEMENT",
    payment_amount: total(({ type, amountPaise }) => (type === "PAYMENT" ? amountPaise : 0)),
    service_charge: total((line) => line.feePaise),
    service_tax: total((line) => line.feeTaxPaise),
    settlement_charge: rupeesFromPaise(feePaise),
    settlement_tax: rupeesFromPaise(feeTaxPaise),
    amount_settled: rupeesFromPaise(settledPaise(payout)),
    remarks: null,
    reason: status === "FAILED" ? "The bank refused it" : null,
  };
}

/** An entry of `POST /settlement/recon`, in the form of the version 2025-01-01. */
function lineEntity(payout: Payout, line: PayoutLine): Record<string, unknown> {
  const { eventId, type, sale, amountPaise, feePaise, feeTaxPaise, at, orderId, paymentId, refundId } = line;
  return {
    event_details: {
      event_id: eventId,
      event_type: type,
      event_amount: rupeesFromPaise(amountPaise),
      event_settlement_amount: rupeesFromPaise(Math.abs(signed(line))),
      sale_type: sale,
      event_status: "SUCCESS",
      event_time: indianIso(at),
      event_currency: "INR",
      entity: "recon",
    },
    order_details: { order_id: orderId },
    // As the provider sends them: nobody here may keep these.
    customer_details: {
      customer_name: "Recon Customer",
      customer_email: "recon@example.com",
      customer_phone: "9000000000",
    },
    payment_details: {
      cf_payment_id: paymentId,
      payment_service_charge: rupeesFromPaise(feePaise),
      payment_service_tax: rupeesFromPaise(feeTaxPaise),
    },
    settlement_details: {
      cf_settlement_id: payout.payoutId,
      settlement_utr: payout.status === "SUCCESS" ? payout.utr : null,
      settlement_date: indianIso(payout.paidAt),
    },
    refund_details: refundId === null ? [] : [{ refund_id: refundId }],
    dispute_details: [],
  };
}

interface ReportQuery {
  pagination?: { limit?: unknown; cursor?: unknown };
  filters?: { start_date?: unknown; end_date?: unknown };
}

/** One page of `all`, with the cursor of the next. @throws ProviderError 400 */
function pageOf<T>(all: readonly T[], body: unknown): { cursor: string | null; limit: number; data: T[] } {
  const { pagination = {} } = (body ?? {}) as ReportQuery;
  const { limit, cursor } = pagination;
  if (typeof limit !== "number" || !Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT)
    throw new ProviderError(400, "limit_invalid", `pagination.limit should be between 1 and ${MAX_LIMIT}`);
  const from = typeof cursor === "string" ? Number(Buffer.from(cursor, "base64").toString("utf8")) : 0;
  if (!Number.isInteger(from) || from < 0) throw new ProviderError(400, "cursor_invalid", "cursor is not valid");
  const next = from + limit;
  return {
    cursor: next < all.length ? Buffer.from(String(next)).toString("base64") : null,
    limit,
    data: all.slice(from, next),
  };
}

/** The payouts of the asked days. @throws ProviderError 400 */
function asked(world: World, body: unknown): Payout[] {
  const { filters = {} } = (body ?? {}) as ReportQuery;
  const [from, to] = [momentFromIso(filters.start_date), momentFromIso(filters.end_date)];
  if (from === null || to === null || to < from)
    throw new ProviderError(
      400,
      "filters_invalid",
      "filters.start_date and filters.end_date should be a range of times",
    );
  return [...world.store.payouts.values()].filter(({ paidAt }) => paidAt >= from && paidAt <= to);
}

/** `POST /settlements`. */
export const listPayouts = (world: World, body: unknown) => pageOf(asked(world, body).map(payoutEntity), body);

/** `POST /settlement/recon`. */
export const listPayoutLines = (world: World, body: unknown) =>
  pageOf(
    asked(world, body).flatMap((payout) => payout.lines.map((line) => lineEntity(payout, line))),
    body,
  );

/** The report as a CSV, like the file of the provider's dashboard. */
export function payoutsCsv(world: World): string {
  const head = [
    ...["Event Id", "Event Type", "Sale Type", "Event Amount", "Service Charge", "Service Tax"],
    ...["Event Settlement Amount", "Order Id", "CF Payment Id", "Refund Id", "Settlement Id", "Settlement UTR"],
    ...["Settlement Date", "Event Time"],
  ];
  const rows = [...world.store.payouts.values()].flatMap(({ payoutId, utr, status, paidAt, lines }) =>
    lines.map((line) =>
      [
        ...[line.eventId, line.type, line.sale, fixedRupees(line.amountPaise), fixedRupees(line.feePaise)],
        ...[fixedRupees(line.feeTaxPaise), fixedRupees(Math.abs(signed(line))), line.orderId ?? ""],
        ...[line.paymentId ?? "", line.refundId ?? "", payoutId, status === "SUCCESS" ? utr : ""],
        ...[indianIso(paidAt), indianIso(line.at)],
      ].join(","),
    ),
  );
  return `${[head.join(","), ...rows].join("\r\n")}\r\n`;
}
