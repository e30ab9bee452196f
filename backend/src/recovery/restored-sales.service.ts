import { Injectable } from "@nestjs/common";
import { PAYMENT_GRACE_SECONDS } from "@sakhi/domain/bookings/booking.rules";
import { isHold } from "@sakhi/domain/bookings/booking.states";
import { isSeveral } from "@sakhi/domain/bookings/several-stalls.rules";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { oneLine } from "@sakhi/domain/fields/characters";
import { priceAt } from "@sakhi/domain/operator/dated-prices";
import type { HistoryEntry } from "@sakhi/workflows/shared/subject.types";
import { AssignedBookingsService } from "../bookings/assigned-bookings.service.js";
import { BookingHistoryService } from "../bookings/booking-history.service.js";
import { BookingLocksService } from "../bookings/booking-locks.service.js";
import { keepNumber } from "../invoices/invoice-numbers.sql.js";
import { IssuesService } from "../issues/issues.service.js";
import { firstBookingKey } from "../mail/mail.service.js";
import { OrdersService } from "../payments/orders.service.js";
import type { OrderReading, ProviderPayer } from "../payments/provider/payment-provider.js";
import { Config } from "../platform/config/config.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { StallsService } from "../stalls/stalls.service.js";

/** A booking that the database does not have, as known outside. */
export interface LostBooking {
  readonly bookingId: string;
  readonly stallId: string;
  readonly orderId: string;
  /** Its history in Temporal; empty if only the provider knows of it. */
  readonly entries: readonly HistoryEntry[];
  /** Whether its confirmation counts as sent although the log of mails does not have it: without a log, nobody knows. */
  readonly confirmed?: boolean;
}

type Found = Extract<OrderReading, { kind: "found" }>;

/** When something happened to a booking, as its history says. @param otherwise if it does not */
function entryAt({ entries }: LostBooking, what: HistoryEntry["what"], otherwise: Date): Date {
  return new Date(entries.find((entry) => entry.what === what)?.at ?? otherwise);
}

/** When a lost booking was reserved: from then on its price stood. */
function reservedAt(lost: LostBooking, order: Found["order"]): Date {
  return entryAt(lost, "reserved", order.createdAt ?? new Date());
}

/** Stands in for what only the lost database knew; the issue `sale_restored` asks for it. */
const UNKNOWN_PIN = "000000";
const UNKNOWN_PHONE = "0000000000";
const UNKNOWN_NAME = "Not on record";

/** Writes the rows of sales that were lost with the database, as the provider and Temporal know them. */
@Injectable()
export class RestoredSalesService {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly stalls: StallsService,
    private readonly bookingLocks: BookingLocksService,
    private readonly bookingHistory: BookingHistoryService,
    private readonly assignedBookings: AssignedBookingsService,
    private readonly orders: OrdersService,
    private readonly issues: IssuesService,
  ) {}

  /**
   * Records that an order of a known booking was opened after the backup.
   *
   * @returns false if the booking is of another order by now
   */
  adopt(lost: LostBooking, order: Found["order"], payer: ProviderPayer): Promise<boolean> {
    return this.database.transaction((tx) => this.adoptInTx(tx, lost, order, payer));
  }

  private async adoptInTx(tx: Tx, lost: LostBooking, order: Found["order"], payer: ProviderPayer): Promise<boolean> {
    const { bookingId, orderId } = lost;
    const { booking } = await this.bookingLocks.lock(tx, bookingId);
    // An order of several stalls is not restored by halves: an operator is asked.
    if (isSeveral(order.subject?.stallId)) return false;
    const isLiveHold = isHold(booking.state);
    if (!isLiveHold && booking.state !== "released") return false;
    if (booking.releaseReason === "cancelled") return false;
    await this.insertOrder(tx, lost, { order, payer }, isLiveHold ? "open" : "closed");
    const restored = { id: bookingId, orderId, ...this.payerOf(payer), finalPaise: order.amountPaise };
    const applied = isLiveHold
      ? await this.assignedBookings.resumePaying(tx, restored)
      : await this.assignedBookings.completeReleased(tx, restored);
    if (!applied) throw new Error(`booking ${bookingId} has changed under its lock`);
    if (isLiveHold) {
      const steps = [
        ...(booking.state === "held" ? ([["registered", "visitor"]] as const) : []),
        ["payment_started", "visitor"],
        ["payment_opened", "provider"],
      ] as const;
      for (const [kind, actor] of steps) {
        await this.bookingHistory.record(tx, bookingId, { kind, actor, note: orderId, detail: { restored: true } });
      }
    }
    await this.keepKnown(tx, lost);
    return true;
  }

  /** Inserts the rows of a booking that waits for its payment. @returns false if its stall is taken */
  async insert(lost: LostBooking, { order }: Found, payer: ProviderPayer): Promise<boolean> {
    const { bookingId, stallId, orderId } = lost;
    if (isSeveral(order.subject?.stallId)) return false;
    try {
      return await this.database.transaction(async (tx) => {
        const stall = await this.stalls.lockOnly(tx, stallId, order.subject?.event);
        if (stall === undefined) return false;
        const [known] = await rows<{ id: string; order_id: string | null }>(
          tx,
          "SELECT id, order_id FROM bookings WHERE id = $1",
          [bookingId],
        );
        if (known !== undefined) return known.order_id === orderId;
        await this.bookingLocks.clearStall(tx, stall.stallKey);
        const { pricePaise } = priceAt(stall.storedPaise, stall.typePrices, reservedAt(lost, order));
        const price = Math.max(pricePaise, order.amountPaise);
        await this.insertBooking(tx, lost, { order, payer, pricePaise: price, stallKey: stall.stallKey });
        await this.insertOrder(tx, lost, { order, payer }, "open");
        await this.keepKnown(tx, lost);
        await this.issues.raise(tx, {
          kind: "sale_restored",
          subject: bookingId,
          bookingId,
          facts: { orderId, amountPaise: order.amountPaise },
        });
        const booking = await this.bookingLocks.lockRow(tx, bookingId);
        await this.bookingHistory.signal(tx, booking, { evenIfCompleted: true });
        return true;
      });
    } catch (error) {
      const taken = ["stall_sold", "stall_blocked", "stall_reserved"];
      if (error instanceof DomainError && taken.includes(error.code)) return false;
      throw error;
    }
  }

  private async insertBooking(
    tx: Tx,
    lost: LostBooking,
    {
      order,
      payer,
      pricePaise,
      stallKey,
    }: {
      readonly order: Found["order"];
      readonly payer: ProviderPayer;
      readonly pricePaise: number;
      readonly stallKey: number;
    },
  ): Promise<void> {
    const { bookingId, stallId, orderId } = lost;
    const opened = order.createdAt ?? new Date();
    const at = (what: HistoryEntry["what"]): Date => entryAt(lost, what, opened);
    await this.assignedBookings.insertPaying(tx, {
      ...{ id: bookingId, stallKey, orderId, visitorId: visitorOf(order.customerId), ...this.payerOf(payer) },
      ...{ pricePaise, finalPaise: order.amountPaise },
      ...{ heldAt: reservedAt(lost, order), holdSeconds: this.config.holdSeconds, registeredAt: at("registered") },
      payUntil: new Date((order.expiresAt ?? opened).getTime() + PAYMENT_GRACE_SECONDS * 1_000),
    });
    const steps = [
      ["reserved", "visitor", stallId],
      ["registered", "visitor", orderId],
      ["payment_started", "visitor", orderId],
      ["payment_opened", "provider", orderId],
    ] as const;
    for (const [kind, actor, note] of steps) {
      const detail = { restored: true };
      await this.bookingHistory.record(tx, bookingId, { kind, actor, note, detail, at: at(kind) });
    }
  }

  private async insertOrder(
    tx: Tx,
    { bookingId, orderId }: LostBooking,
    { order, payer }: { readonly order: Found["order"]; readonly payer: ProviderPayer },
    state: "open" | "closed",
  ): Promise<void> {
    const { amountPaise, currency, customerId, installation, expiresAt = new Date(), createdAt = new Date() } = order;
    const request = {
      ...{ orderId, amountPaise, currency, installation },
      customer: { id: customerId, phone: payer.phone, email: payer.email, name: payer.name },
      returnUrl: "",
      expiresAt: expiresAt.toISOString(),
    };
    const { environment } = this.config.cashfree;
    await this.orders.restore(
      tx,
      {
        ...{ orderId, subjectType: "booking", subjectId: bookingId, amountPaise, currency, state, environment },
        ...{ paymentSessionId: order.sessionId, expiresAt, createdAt },
      },
      request,
    );
  }

  /** The payer's fields of a booking; the issue `sale_restored` asks for what stands in for the unknown. */
  private payerOf({ name, email, phone }: ProviderPayer): {
    readonly [field in "fullName" | "email" | "phone" | "pincode"]: string;
  } {
    return {
      fullName: oneLine(name ?? "") || UNKNOWN_NAME,
      email: email ?? this.config.operatorEmail,
      phone: phone ?? UNKNOWN_PHONE,
      pincode: UNKNOWN_PIN,
    };
  }

  /** Keeps the numbers of the sale's documents, and that its mails were sent. */
  private async keepKnown(tx: Tx, { bookingId, orderId, entries, confirmed = false }: LostBooking): Promise<void> {
    await keepNumbers(tx, orderId, entries);
    await assumeSent(tx, [
      ...(confirmed ? [`booking-confirmed-${bookingId}`] : []),
      ...(isReaddressed(entries) ? [firstBookingKey(bookingId)] : []),
    ]);
  }
}

/** Keeps the numbers that Temporal's history of an order names, for documents that the database does not have. */
export async function keepNumbers(tx: Tx, orderId: string, entries: readonly HistoryEntry[]): Promise<void> {
  for (const { what, note, at } of entries) {
    const kind = what === "invoice_issued" ? "invoice" : what === "credit_note_issued" ? "credit_note" : undefined;
    if (kind === undefined || note === undefined) continue;
    await keepNumber(tx, { orderId, kind, number: note, issuedAt: at });
  }
}

/**
 * Whether the address may have been corrected in lost steps, which name no value: the restored one may be a stranger's, who
 * must get no key.
 */
export function isReaddressed(lost: readonly HistoryEntry[]): boolean {
  return lost.some(({ what }) => what === "corrected");
}

/** From now on, the mails of these dedupe keys count as sent before the database was restored: they are not sent. */
export async function assumeSent(tx: Tx, dedupeKeys: readonly string[]): Promise<void> {
  await tx.query("INSERT INTO mails_sent_before (dedupe_key) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING", [
    dedupeKeys,
  ]);
}

/** The visitor whose id, without hyphens, the provider has as its customer's. */
function visitorOf(customerId: string | undefined): string | undefined {
  if (customerId === undefined || !/^[0-9a-f]{32}$/.test(customerId)) return undefined;
  return customerId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
