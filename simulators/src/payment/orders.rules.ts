/** Rules of orders, and field validation of "create order" (reference, section 1). Pure. */
import { ProviderError } from "./errors.js";
import { momentFromIso, paiseFromRupees } from "./model.js";
import type { AttemptStatus, Ending, Order, OrderStatus } from "./model.js";

/**
 * An order's status at `now`: time expires an ACTIVE order (even with pending attempts) and completes a requested
 * termination once no attempt is pending.
 */
export function statusAt(
  order: Pick<Order, "status" | "expiresAt" | "terminationDueAt"> & { pendingAttempts: number },
  now: number,
): OrderStatus {
  switch (order.status) {
    case "ACTIVE":
      return now >= order.expiresAt ? "EXPIRED" : "ACTIVE";
    case "TERMINATION_REQUESTED":
      return order.pendingAttempts === 0 && now >= (order.terminationDueAt ?? 0) ? "TERMINATED" : order.status;
    case "PAID":
    case "EXPIRED":
    case "TERMINATED":
      return order.status;
  }
}

/**
 * An order's status after "terminate". Has no effect on an order that is (being) terminated, for which the provider's
 * behaviour is not documented.
 * @throws ProviderError 400 for a paid or expired order
 */
export function terminated(status: OrderStatus, pendingAttempts: number, requestFirst: boolean): OrderStatus {
  switch (status) {
    case "ACTIVE":
      return pendingAttempts > 0 || requestFirst ? "TERMINATION_REQUESTED" : "TERMINATED";
    case "TERMINATION_REQUESTED":
    case "TERMINATED":
      return status;
    case "PAID":
      throw new ProviderError(400, "order_already_paid", "order is already paid and cannot be terminated");
    case "EXPIRED":
      throw new ProviderError(400, "order_inactive", "order is expired and cannot be terminated");
  }
}

/** Why an order accepts no attempt, as a message for the payer; null if it does. `force` allows late payments. */
export function attemptError(status: OrderStatus, hasSuccess: boolean, force: boolean): string | null {
  if (hasSuccess || status === "PAID") return "This order is already paid.";
  if (force) return null;
  switch (status) {
    case "ACTIVE":
      return null;
    case "EXPIRED":
      return "The time to pay for this order is over.";
    case "TERMINATED":
      return "This order was closed by the seller.";
    case "TERMINATION_REQUESTED":
      return "This order is being closed by the seller.";
  }
}

interface EndFacts {
  ending: Ending;
  orderStatus: OrderStatus;
  /** Another attempt of the order has already succeeded. */
  orderHasSuccess: boolean;
  /** Keeps a payment that the provider would reverse: on a closed order, or a second success. */
  force: boolean;
}

/**
 * Statuses of an attempt and its order after the attempt's end. A success pays an ACTIVE, EXPIRED or
 * TERMINATION_REQUESTED order; on a paid or terminated one it is reversed immediately (CANCELLED) unless forced.
 */
export function ended(facts: EndFacts): { attempt: AttemptStatus; order: OrderStatus } {
  switch (facts.ending) {
    case "success": {
      const reversed = !facts.force && (facts.orderHasSuccess || facts.orderStatus === "TERMINATED");
      return reversed ? { attempt: "CANCELLED", order: facts.orderStatus } : { attempt: "SUCCESS", order: "PAID" };
    }
    case "failed":
      return { attempt: "FAILED", order: facts.orderStatus };
    case "dropped":
      return { attempt: "USER_DROPPED", order: facts.orderStatus };
    case "cancelled":
      return { attempt: "CANCELLED", order: facts.orderStatus };
  }
}

/** A valid request to create an order; amounts in paise, `expiresAt` in epoch ms. */
interface OrderRequest extends Pick<
  Order,
  "amountPaise" | "currency" | "expiresAt" | "note" | "tags" | "customer" | "returnUrl" | "notifyUrl" | "paymentMethods"
> {
  /** null: the provider generates one. */
  orderId: string | null;
}

interface OrderLimits {
  now: number;
  /** An expiry must be strictly later than this; 900 at the provider. */
  minExpirySeconds: number;
  /** The version header; from 2026-01-01 international phone numbers are accepted. */
  apiVersion: string;
}

/** An expiry must be strictly earlier than this: 30 days. */
const MAX_EXPIRY_MS = 30 * 24 * 3600 * 1000;

const PAYMENT_METHODS = new Set(
  "cc,dc,ccc,ppc,nb,upi,paypal,app,paylater,cardlessemi,dcemi,ccemi,banktransfer,applepay".split(","),
);

type Fields = Record<string, unknown>;

function reject(field: string, message: string, kind: "missing" | "invalid" = "invalid"): never {
  throw new ProviderError(400, `${field}_${kind}`, message);
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function absent(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

function text(value: unknown, field: string, min: number, max: number, shape?: RegExp): string {
  const size = typeof value === "string" ? [...value].length : -1;
  if (typeof value !== "string" || size < min || size > max) {
    reject(field, `${field} : should be a string of ${min} to ${max} characters`);
  }
  if (shape && !shape.test(value)) reject(field, `${field} : has characters or a form that is not allowed`);
  return value;
}

function optionalText(value: unknown, field: string, min: number, max: number, shape?: RegExp): string | null {
  return absent(value) ? null : text(value, field, min, max, shape);
}

function webAddress(value: unknown, field: string): string | null {
  if (absent(value) || value === "") return null;
  const address = text(value, field, 1, 250);
  // The placeholder's unescaped braces are accepted, although not valid in a URL.
  if (!URL.canParse(address) || !/^https?:\/\//i.test(address)) reject(field, `${field} : should be a valid URL`);
  return address;
}

function customerOf(value: unknown, apiVersion: string): OrderRequest["customer"] {
  if (absent(value)) reject("customer_details", "customer_details : is missing in the request", "missing");
  if (!isObject(value)) reject("customer_details", "customer_details : should be an object");
  if (absent(value.customer_id)) reject("customer_id", "customer_id : is missing in the request", "missing");
  if (absent(value.customer_phone)) reject("customer_phone", "customer_phone : is missing in the request", "missing");
  const international = apiVersion >= "2026-01-01" ? /^(\d{10}|\+\d{7,15})$/ : /^\d{10}$/;
  if (typeof value.customer_phone !== "string" || !international.test(value.customer_phone)) {
    reject("customer_phone", "customer_phone : should be a valid phone number of 10 digits");
  }
  return {
    id: text(value.customer_id, "customer_id", 3, 50, /^[A-Za-z0-9_-]+$/),
    phone: value.customer_phone,
    email: optionalText(value.customer_email, "customer_email", 3, 100, /^[^\s@]+@[^\s@]+$/),
    name: optionalText(value.customer_name, "customer_name", 3, 100),
  };
}

function tagsOf(value: unknown): Record<string, string> | null {
  if (absent(value)) return null;
  if (!isObject(value)) reject("order_tags", "order_tags : should be an object of strings");
  const entries = Object.entries(value);
  if (entries.length > 10) reject("order_tags", "order_tags : at most 10 tags are allowed");
  return Object.fromEntries(entries.map(([key, tag]) => [key, text(tag, "order_tags", 1, 255)]));
}

function expiryOf(value: unknown, limits: OrderLimits): number {
  if (absent(value)) return limits.now + MAX_EXPIRY_MS;
  const at = momentFromIso(value);
  const ahead = at === null ? Number.NaN : at - limits.now;
  if (at === null || !(ahead > limits.minExpirySeconds * 1000 && ahead < MAX_EXPIRY_MS)) {
    const minutes = Number((limits.minExpirySeconds / 60).toFixed(2));
    reject("order_expiry_time", `Expiry time should be more than ${minutes} min and less than 30 days`);
  }
  // The provider's times are whole seconds.
  return Math.floor(at / 1000) * 1000;
}

function methodsOf(value: unknown): string | null {
  if (absent(value) || value === "") return null;
  const list = text(value, "payment_methods", 1, 250);
  if (!list.split(",").every((method) => PAYMENT_METHODS.has(method.trim()))) {
    reject("payment_methods", "payment_methods : holds an unknown method");
  }
  return list;
}

/**
 * Parses the body of a request to create an order.
 * @throws ProviderError 400 with the code of the first invalid field
 */
export function readOrderRequest(body: unknown, limits: OrderLimits): OrderRequest {
  if (!isObject(body)) throw new ProviderError(400, "request_failed", "the request body should be a JSON object");
  if (absent(body.order_amount)) reject("order_amount", "order_amount : is missing in the request", "missing");
  const amountPaise = paiseFromRupees(body.order_amount);
  if (amountPaise === null || amountPaise < 100) {
    reject("order_amount", "order_amount : should be a number of at least 1 with at most 2 decimals");
  }
  if (absent(body.order_currency)) reject("order_currency", "order_currency : is missing in the request", "missing");
  if (body.order_currency !== "INR") reject("order_currency", "order_currency : only INR is supported");
  const meta = body.order_meta ?? {};
  if (!isObject(meta)) reject("order_meta", "order_meta : should be an object");
  return {
    orderId: optionalText(body.order_id, "order_id", 3, 45, /^[A-Za-z0-9_-]+$/),
    amountPaise,
    currency: "INR",
    expiresAt: expiryOf(body.order_expiry_time, limits),
    note: optionalText(body.order_note, "order_note", 3, 200),
    tags: tagsOf(body.order_tags),
    customer: customerOf(body.customer_details, limits.apiVersion),
    returnUrl: webAddress(meta.return_url, "return_url"),
    notifyUrl: webAddress(meta.notify_url, "notify_url"),
    paymentMethods: methodsOf(meta.payment_methods),
  };
}

/** A request to pay an order by a UPI QR code. */
export interface QrRequest {
  readonly sessionId: string;
  /** Until when the code can be paid; null without one. */
  readonly expiresAt: number | null;
}

/**
 * Parses the body of a request to pay an order: of the provider's methods, a UPI QR code.
 * @throws ProviderError 400 with the code of the first invalid field
 */
export function readQrRequest(body: unknown, now: number): QrRequest {
  if (!isObject(body)) throw new ProviderError(400, "request_failed", "the request body should be a JSON object");
  const sessionId = text(body.payment_session_id, "payment_session_id", 1, 500);
  const method = isObject(body.payment_method) ? body.payment_method : {};
  const upi = isObject(method.upi) ? method.upi : {};
  if (upi.channel !== "qrcode")
    reject("payment_method", "payment_method : only the channel qrcode of upi is simulated");
  if (absent(body.transaction_expiry_time)) return { sessionId, expiresAt: null };
  const expiresAt = momentFromIso(body.transaction_expiry_time);
  if (expiresAt === null || expiresAt <= now) {
    reject("transaction_expiry_time", "transaction_expiry_time : should be in the future");
  }
  return { sessionId, expiresAt };
}
