import type { PaymentLabel } from "@sakhi/domain/admin/payment-labels";
import messages from "@sakhi/domain/generated/messages/en/admin-labels";
import language from "@sakhi/domain/generated/messages/en/language";

/** Colour of a chip; its text carries the same meaning. */
export type Tone = "good" | "waiting" | "bad" | "plain";

const { payments, offers } = messages;

/** Labels of payment statuses; also the options of the filter. */
export const PAYMENT_LABELS = messages.paymentFilter;
const LABELS: Readonly<Record<PaymentLabel, readonly [label: string, tone: Tone]>> = {
  payment_successful: [payments.payment_successful, "good"],
  payment_pending: [payments.payment_pending, "waiting"],
  payment_failed: [payments.payment_failed, "bad"],
  cancelled: [payments.cancelled, "plain"],
  cancelled_refund_pending: [payments.cancelled_refund_pending, "waiting"],
  cancelled_refund_failed: [payments.cancelled_refund_failed, "bad"],
  cancelled_partly_refunded: [payments.cancelled_partly_refunded, "plain"],
  cancelled_refunded: [payments.cancelled_refunded, "plain"],
  refund_pending: [payments.refund_pending, "waiting"],
  refund_failed: [payments.refund_failed, "bad"],
  partly_refunded: [payments.partly_refunded, "plain"],
  refunded: [payments.refunded, "plain"],
  under_review: [payments.under_review, "waiting"],
  late_offer: [payments.late_offer, "waiting"],
};
export const OFFER_LABELS = offers;

const OFFERS = { offered: [offers.offered, "waiting"], accepted_free: [offers.accepted_free, "good"] } as const;

/** Label and tone of a chip for an API value. */
function chipOf(labels: Readonly<Partial<Record<string, readonly [string, Tone]>>>, status: string, other: string) {
  const [children, tone] = labels[status] ?? ([other, "plain"] as const);
  return { children, tone };
}

/** Chip for a payment's label; unknown values are shown unchanged. */
export const paymentChip = (status: string) => chipOf(LABELS, status, status);

/** Chip for the offer of a free listing (T-225). */
export const offerChip = (status: string) => chipOf(OFFERS, status, OFFER_LABELS.not_offered);

/**
 * Amount of a registration in rupees, net of discount and refunds. The specification's registration has no net amount;
 * ours does.
 */
export function amountOf({
  netAmount,
  stallPrice,
}: {
  readonly netAmount?: number;
  readonly stallPrice: number;
}): number {
  return netAmount ?? stallPrice;
}

const IST = { timeZone: "Asia/Kolkata" } as const;
const day = new Intl.DateTimeFormat(language.locale, { ...IST, day: "numeric", month: "short", year: "numeric" });
const shortDay = new Intl.DateTimeFormat(language.locale, { ...IST, day: "numeric", month: "short" });
const time = new Intl.DateTimeFormat("en-IN", { ...IST, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const second = new Intl.DateTimeFormat("en-IN", {
  ...IST,
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});
const isoDay = new Intl.DateTimeFormat("en-CA", IST);

/** A day in India: 21 Nov 2026. From an ISO 8601 time, or ms since 1970. */
export function dayOf(at: string | number): string {
  return day.format(new Date(at));
}

/** A day without its year, for narrow places: 21 Nov. */
export function shortDayOf(at: string | number): string {
  return shortDay.format(new Date(at));
}

/** The time of day in India: 14:03. */
export function timeOf(at: string | number): string {
  return time.format(new Date(at));
}

/** The time of day with seconds, for histories: 14:03:09. */
export function secondOf(at: string | number): string {
  return second.format(new Date(at));
}

/** Day and time in India: 21 Nov 2026, 14:03. */
export function momentOf(at: string | number): string {
  return `${dayOf(at)}, ${timeOf(at)}`;
}

/** {@link momentOf}, with seconds where they are not zero: for what an operator sets to the second. */
export function exactMomentOf(at: string | number): string {
  return `${dayOf(at)}, ${new Date(at).getUTCSeconds() === 0 ? timeOf(at) : secondOf(at)}`;
}

/** The day in India for file names and date fields: 2026-11-21. */
export function isoDayOf(at: number): string {
  return isoDay.format(new Date(at));
}

/**
 * Formats a moment for a date and time field, in India's time: 2026-12-01T00:00, with seconds unless zero. Empty if
 * undefined.
 */
export function toFieldValue(at: string | undefined): string {
  if (at === undefined) return "";
  const local = new Date(Date.parse(at) + 5.5 * 3_600_000).toISOString();
  return local.slice(0, 19).replace(/:00$/, "");
}

/** Turns an API value into text: hold_expired and hold-expired become "Hold expired". */
export function humanize(value: string): string {
  const text = value
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll(/[_-]/g, " ")
    .toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
