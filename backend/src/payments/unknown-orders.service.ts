import { createHash, randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { stallNames, stallsOfTag } from "@sakhi/domain/bookings/several-stalls.rules";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { Paise } from "@sakhi/domain/money/money";
import { paymentOutcome } from "@sakhi/domain/payments/payment.states";
import { isPaused } from "../events/sales-pause.sql.js";
import { IssuesService } from "../issues/issues.service.js";
import { MailService } from "../mail/mail.service.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { installationOf } from "../platform/database/installation.js";
import { type OrderReading, PaymentProvider, type ProviderOrder } from "./provider/payment-provider.js";

/** Start of the ids of refunds of orders that are not in our records. */
const REFUND_PREFIX = "UNKNOWN_";

type Found = Extract<OrderReading, { kind: "found" }>;

/**
 * Result of looking at an order that is not in our records. `not_ours`: of another installation, or unknown to the
 * provider. `unpaid`: ours, and there is no money to account for. `raised`: ours and paid, an issue is open or was closed
 * with a reason.
 */
export type UnknownOrder = "not_ours" | "unpaid" | "raised" | "unreachable";

/** Result of refunding such an order. */
export type UnknownOrderRefund =
  | { readonly kind: "requested"; readonly amountPaise: Paise; readonly refundId: string }
  | { readonly kind: "nothing_left" | "not_ours" | "unreachable" | "refused" };

/**
 * Orders at the provider that bear this installation's mark and are unknown here, e.g. because the database was restored
 * from a backup: their money is somebody's, so they always raise an issue.
 */
@Injectable()
export class UnknownOrdersService {
  constructor(
    private readonly database: Database,
    private readonly provider: PaymentProvider,
    private readonly issues: IssuesService,
    private readonly mails: MailService,
  ) {}

  /** Whether an order at the provider bears this database's mark. */
  async isOurs({ installation }: Pick<ProviderOrder, "installation">): Promise<boolean> {
    return installation === (await installationOf(this.database));
  }

  /**
   * Reads an order at the provider that is not in our records, and raises an issue if it is ours and has money.
   *
   * @param alsoInTransaction runs in the committing transaction; not when the provider is unreachable
   */
  async check(orderId: string, alsoInTransaction?: (tx: Tx) => Promise<void>): Promise<UnknownOrder> {
    const reading = await this.provider.readOrderWithPayments(orderId, true);
    if (reading.kind === "unreachable") return "unreachable";
    const ours = reading.kind === "found" && (await this.isOurs(reading.order));
    const left = ours ? moneyLeft(reading) : 0;
    return this.database.transaction(async (tx) => {
      if (ours && left > 0) await this.raise(tx, reading.order, left);
      await alsoInTransaction?.(tx);
      if (!ours) return "not_ours";
      return left > 0 ? "raised" : "unpaid";
    });
  }

  /**
   * Whether an order that is not in our records bears the mark of another installation on the same account; undefined if
   * the provider does not answer.
   */
  async isOfAnother(orderId: string): Promise<boolean | undefined> {
    const reading = await this.provider.readOrderWithPayments(orderId, false);
    if (reading.kind === "unreachable") return undefined;
    if (reading.kind !== "found" || reading.order.installation === undefined) return false;
    return !(await this.isOurs(reading.order));
  }

  /**
   * Runs the read of an order's status for its payer, and says what is known of an order that is not in our records.
   *
   * @throws DomainError order_in_review, order_refunded, order_looked_for or order_not_found; what `read` throws
   */
  async explaining<T>(orderId: string, read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== "order_not_found") throw error;
      throw new DomainError(await this.whatIsKnown(orderId));
    }
  }

  private async whatIsKnown(
    orderId: string,
  ): Promise<"order_in_review" | "order_refunded" | "order_looked_for" | "order_not_found"> {
    const [issue] = await this.database.query<{ open: boolean; refunded: boolean }>(
      `SELECT resolved_at IS NULL AS open, coalesce(resolution = 'refund_in_full', false) AS refunded FROM issues
        WHERE kind = 'order_unknown' AND subject = $1 ORDER BY raised_at DESC LIMIT 1`,
      [orderId],
    );
    if (issue?.open === true) return "order_in_review";
    if (issue?.refunded === true) return "order_refunded";
    return (await this.database.transaction(isPaused)) ? "order_looked_for" : "order_not_found";
  }

  /** Refunds what is left of such an order at the provider, and notifies the payer. Repeating it refunds nothing twice. */
  async refund(orderId: string): Promise<UnknownOrderRefund> {
    const reading = await this.provider.readOrderWithPayments(orderId, true);
    if (reading.kind === "unreachable") return { kind: "unreachable" };
    if (reading.kind !== "found" || !(await this.isOurs(reading.order))) {
      return { kind: "not_ours" };
    }
    const amountPaise = moneyLeft(reading);
    if (amountPaise <= 0) {
      // Our own refund whose answer was lost.
      const made = reading.refunds?.findLast((each) => each.refundId?.startsWith(REFUND_PREFIX) === true);
      if (made?.refundId === undefined || made.outcome === "failed") return { kind: "nothing_left" };
      await this.notifyPayer(reading.order, made.refundId, made.amountPaise);
      return { kind: "requested", amountPaise: made.amountPaise, refundId: made.refundId };
    }
    // The same id each time, so that the provider makes it once: two presses, or one whose answer was lost, are one refund.
    const failed = (reading.refunds ?? []).filter(({ outcome }) => outcome === "failed").length;
    const refundId = `${REFUND_PREFIX}${digestOf(`refund ${reading.order.orderId} ${amountPaise} ${failed}`)}`;
    const refunded = await this.provider.refund({ orderId, refundId, amountPaise }, randomUUID());
    if (refunded.kind === "unknown") return { kind: "unreachable" };
    if (refunded.kind === "refused") return { kind: "refused" };
    await this.notifyPayer(reading.order, refundId, amountPaise);
    return { kind: "requested", amountPaise, refundId };
  }

  private async raise(tx: Tx, order: ProviderOrder, leftPaise: Paise): Promise<void> {
    const { orderId, subject } = order;
    await this.issues.raise(tx, {
      kind: "order_unknown",
      subject: orderId,
      ...(subject?.type === "booking" && (await exists(tx, "bookings", subject.id)) ? { bookingId: subject.id } : {}),
      facts: {
        orderId,
        amountPaise: leftPaise,
        theirStatus: order.status,
        ...(subject === undefined ? {} : { [subject.type]: subject.id }),
        ...(subject?.stallId === undefined ? {} : { stall: namesOf(subject.stallId) }),
      },
    });
  }

  private async notifyPayer({ orderId, subject }: ProviderOrder, refundId: string, amountPaise: Paise): Promise<void> {
    const payer = await this.provider.readPayer(orderId);
    if (payer.kind !== "done" || payer.value.email === undefined || subject?.stallId === undefined) return;
    const { email: to, name = "" } = payer.value;
    const { stallId } = subject;
    const data = { name, orderId, stallId, amountPaise, why: "operator", orderUnknown: true } as const;
    const dedupeKey = `payment-refunded/${refundId}`;
    await this.database.transaction((tx) =>
      // The address came with the money, and an operator has decided.
      this.mails.queue(tx, { template: "payment-refunded", to, data, dedupeKey, byOperator: true }),
    );
  }
}

/** The stalls of a tag, for people. */
function namesOf(tag: string): string {
  return stallNames(stallsOfTag(tag));
}

/** The order's successful payments less its refunds, those on their way included. */
export function moneyLeft({ payments, refunds = [] }: Found): Paise {
  const paid = payments.filter(({ status }) => paymentOutcome(status) === "success");
  const returned = refunds.filter(({ outcome }) => outcome !== "failed");
  const sum = (amounts: readonly { readonly amountPaise: Paise }[]): Paise =>
    amounts.reduce((total, { amountPaise }) => total + amountPaise, 0);
  return sum(paid) - sum(returned);
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 24);
}

async function exists(tx: Tx, table: "bookings", id: string): Promise<boolean> {
  return (await rows(tx, `SELECT FROM ${table} WHERE id = $1`, [id])).length > 0;
}
