import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import type { BookingRequestDto } from "@sakhi/domain/bookings/my-booking.dto";
import type { BookingRequestState } from "@sakhi/domain/bookings/my-booking.rules";
import { IssuesService } from "../issues/issues.service.js";
import { MailService } from "../mail/mail.service.js";
import { columnsOf, databaseNow } from "../platform/database/columns.js";
import { Database, readIn, rows, type Tx } from "../platform/database/database.js";
import { BookingRequestEntity } from "./my-booking.entities.js";

/** What payers ask for on their bookings' pages: each is an issue until an operator has answered it. */
@Injectable()
export class BookingRequests {
  constructor(
    private readonly database: Database,
    private readonly issues: IssuesService,
    private readonly mails: MailService,
  ) {}

  /** Notes a request and puts it before the operators. While one of its kind is open, its text is replaced. */
  async submit(bookingId: string, { kind, text }: BookingRequestDto): Promise<void> {
    await this.database.transaction(async (tx) => {
      const [request] = await rows<{ id: string }>(
        tx,
        `INSERT INTO booking_requests (id, booking_id, kind, text) VALUES ($1, $2, $3, $4)
         ON CONFLICT (booking_id, kind) WHERE state = 'open' DO UPDATE SET text = excluded.text RETURNING id`,
        [randomUUID(), bookingId, kind, text],
      );
      if (request === undefined) throw new Error("the request was not stored");
      await this.issues.raise(tx, {
        kind: "booking_request",
        subject: request.id,
        bookingId,
        facts: { request: kind },
      });
    });
  }

  /** What these requests say, by their ids: for the inbox, whose facts hold no personal data. */
  async texts(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map();
    const found = await this.database.query<{ id: string; text: string }>(
      "SELECT id, text FROM booking_requests WHERE id = ANY($1::uuid[])",
      [ids],
    );
    return new Map(found.map(({ id, text }) => [id, text]));
  }

  /**
   * Answers an open request by mail.
   *
   * @param sentence what the operator adds
   * @returns false where it is unknown or answered already
   */
  async answer(
    tx: Tx,
    id: string,
    state: Exclude<BookingRequestState, "open">,
    sentence: string,
  ): Promise<boolean> {
    const [request] = await readIn(
      tx,
      BookingRequestEntity,
      `SELECT ${columnsOf(BookingRequestEntity)} FROM booking_requests WHERE id = $1 AND state = 'open' FOR UPDATE`,
      [id],
    );
    if (request === undefined) return false;
    const { bookingId, kind } = request;
    const answer = sentence === "" ? null : sentence;
    await tx.update(BookingRequestEntity, { id }, { state, answer, answeredAt: databaseNow });
    const [booking] = await rows<{ email: string; name: string; orderId: string; stallId: string }>(
      tx,
      `SELECT email, full_name AS name, order_id AS "orderId", stall_id AS "stallId" FROM bookings WHERE id = $1
          AND erased_at IS NULL AND email IS NOT NULL AND full_name IS NOT NULL AND order_id IS NOT NULL`,
      [bookingId],
    );
    if (booking === undefined) return true;
    const { email, name, orderId, stallId } = booking;
    await this.mails.queue(tx, {
      template: "booking-request-answered",
      to: email,
      dedupeKey: `booking-request-answered/${id}`,
      bookingId,
      data: { ...{ name, orderId, stallId, kind, state }, ...(answer === null ? {} : { answer }) },
    });
    return true;
  }
}
