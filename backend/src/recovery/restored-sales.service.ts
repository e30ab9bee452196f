import { Injectable } from "@nestjs/common";
import { PAYMENT_GRACE_SECONDS } from "@sakhi/domain/bookings/booking.rules";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { oneLine } from "@sakhi/domain/fields/characters";
import type { HistoryEntry } from "@sakhi/workflows/shared/subject.types";
import { BookingHistoryService } from "../bookings/booking-history.service.js";
import { BookingLocksService } from "../bookings/booking-locks.service.js";
import { IssuesService } from "../issues/issues.service.js";
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
    const isHold = booking.state === "held" || booking.state === "registered";
    if (!isHold && booking.state !== "released") return false;
    if (booking.releaseReason === "cancelled") return false;
    await tx.query(
      `UPDATE orders SET state = 'void', ended_at = clock_timestamp()
        WHERE subject_type = 'booking' AND subject_id = $1 AND state = 'unsent' AND order_id <> $2`,
      [bookingId, orderId],
    );
    await this.insertOrder(tx, lost, { order, payer }, isHold ? "open" : "closed");
    const name = oneLine(payer.name ?? "") || UNKNOWN_NAME;
    await tx.query(
      `UPDATE bookings SET order_id = $2, full_name = coalesce(full_name, $3), email = coalesce(email, $4),
              phone = coalesce(phone, $5), business_name = coalesce(business_name, $3), pincode = coalesce(pincode, $6),
              price_paise = greatest(price_paise, $7), final_paise = $7, discount_paise = greatest(price_paise, $7) - $7,
              registered_at = coalesce(registered_at, held_at), updated_at = clock_timestamp(),
              state = CASE WHEN $8 THEN 'paying' ELSE state END, pay_until = CASE WHEN $8 THEN clock_timestamp() ELSE pay_until END
        WHERE id = $1`,
      [
        ...[
          bookingId,
          orderId,
          name,
          payer.email ?? this.config.operatorEmail,
          payer.phone ?? UNKNOWN_PHONE,
          UNKNOWN_PIN,
        ],
        ...[order.amountPaise, isHold],
      ],
    );
    if (isHold) {
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
        const price = Math.max(stall.pricePaise, order.amountPaise);
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
    { bookingId, stallId, orderId, entries }: LostBooking,
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
    const visitorId = visitorOf(order.customerId);
    if (visitorId !== undefined) {
      await tx.query("INSERT INTO visitors (id) VALUES ($1) ON CONFLICT DO NOTHING", [visitorId]);
    }
    const opened = order.createdAt ?? new Date();
    const at = (what: HistoryEntry["what"]): Date =>
      new Date(entries.find((entry) => entry.what === what)?.at ?? opened);
    const name = oneLine(payer.name ?? "") || UNKNOWN_NAME;
    const payUntil = new Date((order.expiresAt ?? opened).getTime() + PAYMENT_GRACE_SECONDS * 1_000);
    await tx.query(
      `INSERT INTO bookings (id, stall_key, visitor_id, state, price_paise, held_at, hold_expires_at, pay_until,
                             registered_at, full_name, email, phone, business_name, pincode, discount_paise, final_paise,
                             order_id)
       VALUES ($1, $2, $3, 'paying', $4, $5, $5::timestamptz + make_interval(secs => $6), $7, $8, $9, $10, $11, $9, $12,
               $13, $14, $15)`,
      [
        ...[bookingId, stallKey, visitorId ?? null, pricePaise, at("reserved"), this.config.holdSeconds, payUntil],
        ...[
          at("registered"),
          name,
          payer.email ?? this.config.operatorEmail,
          payer.phone ?? UNKNOWN_PHONE,
          UNKNOWN_PIN,
        ],
        ...[pricePaise - order.amountPaise, order.amountPaise, orderId],
      ],
    );
    const steps = [
      ["reserved", "visitor", stallId],
      ["registered", "visitor", orderId],
      ["payment_started", "visitor", orderId],
      ["payment_opened", "provider", orderId],
    ] as const;
    for (const [kind, actor, note] of steps) {
      await tx.query("INSERT INTO booking_events (booking_id, kind, actor, detail, at) VALUES ($1, $2, $3, $4, $5)", [
        ...[bookingId, kind, actor, JSON.stringify({ note, restored: true }), at(kind)],
      ]);
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
    await tx.query(
      `INSERT INTO orders (order_id, subject_type, subject_id, amount_paise, currency, state, environment,
                           payment_session_id, provider_expires_at, created_at)
       VALUES ($1, 'booking', $2, $3, $4, $9, $5, $6, $7, $8)
       ON CONFLICT (order_id) DO UPDATE SET state = excluded.state, environment = excluded.environment,
         payment_session_id = excluded.payment_session_id, provider_expires_at = excluded.provider_expires_at`,
      [
        ...[orderId, bookingId, amountPaise, currency, this.config.cashfree.environment, order.sessionId ?? null],
        ...[expiresAt, createdAt, state],
      ],
    );
    if (state === "closed") {
      await tx.query("UPDATE orders SET ended_at = coalesce(ended_at, clock_timestamp()) WHERE order_id = $1", [
        orderId,
      ]);
    }
    await tx.query(
      `INSERT INTO payment_attempts (id, order_id, idempotency_key, state, request, response_status, created_at, answered_at)
       VALUES (gen_random_uuid(), $1, gen_random_uuid(), 'accepted', $2, 200, $3, $3)`,
      [orderId, JSON.stringify(request), createdAt],
    );
  }

  /** Keeps the numbers of the sale's documents, and that its mails were sent. */
  private async keepKnown(tx: Tx, { bookingId, orderId, entries, confirmed = false }: LostBooking): Promise<void> {
    await keepNumbers(tx, orderId, entries);
    if (!confirmed) return;
    await tx.query("INSERT INTO mails_sent_before (dedupe_key) VALUES ($1) ON CONFLICT DO NOTHING", [
      `booking-confirmed-${bookingId}`,
    ]);
  }
}

/** Keeps the numbers that Temporal's history of an order names, for documents that the database does not have. */
export async function keepNumbers(tx: Tx, orderId: string, entries: readonly HistoryEntry[]): Promise<void> {
  for (const { what, note, at } of entries) {
    const kind = what === "invoice_issued" ? "invoice" : what === "credit_note_issued" ? "credit_note" : undefined;
    if (kind === undefined || note === undefined) continue;
    await tx.query(
      `INSERT INTO known_numbers (order_id, kind, number, issued_at) SELECT $1, $2, $3, $4
        WHERE NOT EXISTS (SELECT FROM invoices i WHERE i.number = $3)
       ON CONFLICT (number) DO UPDATE SET issued_at = excluded.issued_at`,
      [orderId, kind, note, at],
    );
  }
}

/** The visitor whose id, without hyphens, the provider has as its customer's. */
function visitorOf(customerId: string | undefined): string | undefined {
  if (customerId === undefined || !/^[0-9a-f]{32}$/.test(customerId)) return undefined;
  return customerId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
