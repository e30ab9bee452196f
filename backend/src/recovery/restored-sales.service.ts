import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { PAYMENT_GRACE_SECONDS } from "@sakhi/domain/bookings/booking.rules";
import { isHold } from "@sakhi/domain/bookings/booking.states";
import { incompleteOrder, restoredShares, stallsOfTag } from "@sakhi/domain/bookings/several-stalls.rules";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { oneLine } from "@sakhi/domain/fields/characters";
import type { Paise } from "@sakhi/domain/money/money";
import { priceAt } from "@sakhi/domain/operator/dated-prices";
import type { HistoryEntry } from "@sakhi/workflows/shared/subject.types";
import { AssignedBookingsService } from "../bookings/assigned-bookings.service.js";
import { BookingHistoryService } from "../bookings/booking-history.service.js";
import { BookingLocksService } from "../bookings/booking-locks.service.js";
import type { BookingRow } from "../bookings/bookings.entities.js";
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
  /** Those of the other stalls of its order, as far as Temporal knows them. */
  readonly others?: readonly LostBooking[];
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

/** The stalls of an order with several, the first one first; undefined of one stall. */
function orderedStalls({ subject }: Found["order"]): readonly string[] | undefined {
  const numbers = stallsOfTag(subject?.stallId ?? "");
  return numbers.length > 1 ? numbers : undefined;
}

/** Whether any of an order's money was returned, or is on its way back. */
function isReturned({ refunds = [] }: Found): boolean {
  return refunds.some(({ outcome }) => outcome !== "failed");
}

/**
 * The bookings of a lost order, the first one first. Of several stalls, a further one that Temporal does not know gets a new id, and with
 * it a new confirmation: the ticket that was mailed before is of no booking.
 *
 * @returns none if an order of several stalls is not whole
 */
function bookingsOf(lost: LostBooking, reading: Found): readonly LostBooking[] {
  const { order } = reading;
  const ordered = orderedStalls(order);
  if (ordered === undefined) return [lost];
  const known = [lost, ...(lost.others ?? [])];
  const isChanged = known.some(({ entries }) => entries.some(({ what }) => what === "moved" || what === "cancelled"));
  const whole = { isReturned: isReturned(reading), isChanged, ordered, here: undefined };
  if (incompleteOrder(whole) !== undefined) return [];
  const firstId = order.subject?.id ?? lost.bookingId;
  return ordered.map((stallId, index) => {
    const found = known.find(({ bookingId, stallId: of }) =>
      index === 0 ? bookingId === firstId : of === stallId && bookingId !== firstId,
    );
    const { orderId } = lost;
    return { ...(found ?? { bookingId: index === 0 ? firstId : randomUUID(), orderId, entries: [] }), stallId };
  });
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
   * Records that an order of a known booking was opened after the backup; of several stalls, of all its bookings.
   *
   * @returns false if the booking is of another order by now, or an order of several stalls is not whole
   */
  adopt(lost: LostBooking, reading: Found, payer: ProviderPayer): Promise<boolean> {
    return this.database.transaction((tx) => this.adoptInTx(tx, lost, reading, payer));
  }

  private async adoptInTx(tx: Tx, known: LostBooking, reading: Found, payer: ProviderPayer): Promise<boolean> {
    const { order } = reading;
    const numbers = orderedStalls(order);
    const lost = numbers === undefined ? known : { ...known, bookingId: order.subject?.id ?? known.bookingId };
    const { bookingId, orderId } = lost;
    const { booking } = await this.bookingLocks.lock(tx, bookingId);
    const further = await this.bookingLocks.further(tx, bookingId);
    const isLiveHold = isHold(booking.state);
    if (!isLiveHold && booking.state !== "released") return false;
    // What is held with it is of the order, too, unless its stall was removed after the backup.
    const bookings = [booking, ...further.filter(({ state }) => (isLiveHold ? isHold(state) : numbers !== undefined))];
    if (booking.firstBookingId !== null || bookings.some(({ releaseReason: reason }) => reason === "cancelled"))
      return false;
    if (!isLiveHold && bookings.some(({ state }) => state !== "released")) return false;
    // A change after the sale is repeated as that of any booking here.
    const whole = {
      ...{ isReturned: numbers !== undefined && isReturned(reading), isChanged: false },
      ...{ ordered: numbers ?? [booking.stallId], here: bookings.map((each) => each.stallId) },
    };
    if (incompleteOrder(whole) !== undefined) return false;
    await this.insertOrder(tx, lost, { order, payer }, isLiveHold ? "open" : "closed");
    const shares = restoredShares(bookings, order.amountPaise);
    for (const [index, each] of bookings.entries()) {
      const { id, stallId } = each;
      const of = { orderId, stallId, bookingId: id, entries: id === known.bookingId ? known.entries : [] };
      await this.adoptBooking(tx, of, each, { ...this.payerOf(payer), finalPaise: shares[index] ?? 0 });
    }
    return true;
  }

  private async adoptBooking(
    tx: Tx,
    lost: LostBooking,
    booking: BookingRow,
    paid: ReturnType<RestoredSalesService["payerOf"]> & { readonly finalPaise: Paise },
  ): Promise<void> {
    const { bookingId, orderId } = lost;
    const isLiveHold = isHold(booking.state);
    const restored = { id: bookingId, orderId, ...paid };
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
  }

  /**
   * Inserts the rows of a booking that waits for its payment; of an order with several stalls, of all its bookings.
   *
   * @returns false if a stall is taken, or an order of several stalls is not whole
   */
  async insert(lost: LostBooking, reading: Found, payer: ProviderPayer): Promise<boolean> {
    const { orderId } = lost;
    const { order } = reading;
    const bookings = bookingsOf(lost, reading);
    const [first] = bookings;
    if (first === undefined) return false;
    const { bookingId } = first;
    try {
      return await this.database.transaction(async (tx) => {
        const numbers = bookings.map(({ stallId }) => stallId);
        const stalls = await this.stalls.lockEach(tx, numbers, order.subject?.event);
        if (stalls === undefined) return false;
        const [known] = await rows<{ id: string; order_id: string | null }>(
          tx,
          "SELECT id, order_id FROM bookings WHERE id = $1",
          [bookingId],
        );
        if (known !== undefined) return known.order_id === orderId;
        for (const { stallKey } of stalls) await this.bookingLocks.clearStall(tx, stallKey);
        const at = reservedAt(first, order);
        const prices = stalls.map((stall) => priceAt(stall.storedPaise, stall.typePrices, at).pricePaise);
        const shares = restoredShares(
          prices.map((pricePaise) => ({ pricePaise, finalPaise: null })),
          order.amountPaise,
        );
        for (const [index, each] of bookings.entries()) {
          const [stallKey, finalPaise] = [stalls[index]?.stallKey ?? 0, shares[index] ?? 0];
          const money = { pricePaise: Math.max(prices[index] ?? 0, finalPaise), finalPaise };
          const firstBookingId = index === 0 ? undefined : bookingId;
          await this.insertBooking(tx, each, { order, payer, ...money, stallKey, firstBookingId, heldAt: at });
          if (index === 0) await this.insertOrder(tx, each, { order, payer }, "open");
          await this.keepKnown(tx, each);
          const subject = { subject: each.bookingId, bookingId: each.bookingId };
          await this.issues.raise(tx, {
            kind: "sale_restored",
            ...subject,
            facts: { orderId, amountPaise: finalPaise },
          });
        }
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
      heldAt,
      ...row
    }: {
      readonly order: Found["order"];
      readonly payer: ProviderPayer;
      readonly pricePaise: Paise;
      readonly finalPaise: Paise;
      readonly stallKey: number;
      readonly firstBookingId: string | undefined;
      readonly heldAt: Date;
    },
  ): Promise<void> {
    const { bookingId, stallId, orderId } = lost;
    const opened = order.createdAt ?? new Date();
    const at = (what: HistoryEntry["what"]): Date => entryAt(lost, what, opened);
    await this.assignedBookings.insertPaying(tx, {
      ...{ id: bookingId, orderId, visitorId: visitorOf(order.customerId), ...this.payerOf(payer), ...row },
      ...{ heldAt, holdSeconds: this.config.holdSeconds, registeredAt: at("registered") },
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
