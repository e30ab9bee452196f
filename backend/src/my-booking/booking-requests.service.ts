import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { REQUEST_RESOLUTIONS } from "@sakhi/domain/admin/resolutions";
import type { BookingRequestDto } from "@sakhi/domain/bookings/booking-changes.dto";
import { BOOKING_REQUEST_KINDS, type BookingRequestState, WITHDRAWN } from "@sakhi/domain/bookings/my-booking.rules";
import type { RegistrationFormDto } from "@sakhi/domain/bookings/registration-form.dto";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { In } from "typeorm";
import { OurNamesService } from "../catalogue/our-names.service.js";
import { IssuesService } from "../issues/issues.service.js";
import { MailService } from "../mail/mail.service.js";
import { columnsOf, databaseNow } from "../platform/database/columns.js";
import { Database, readIn, rows, type Tx } from "../platform/database/database.js";
import { BookingRequestEntity } from "./my-booking.entities.js";

/** The content of a payer's request. */
export interface RequestedChange {
  /** The payer's message. */
  readonly text: string;
  /** The complete requested details, if filled in. */
  readonly details: RegistrationFormDto | undefined;
}

/** The addressee of mails about a request. */
interface Booker {
  readonly email: string;
  readonly name: string;
  readonly orderId: string;
  readonly stallId: string;
}

/** Requests that payers submit on their booking's page. Each is an open issue until an operator resolves it. */
@Injectable()
export class BookingRequestsService {
  constructor(
    private readonly database: Database,
    private readonly issues: IssuesService,
    private readonly mails: MailService,
    private readonly ourNames: OurNamesService,
  ) {}

  /** Stores a request, raises an issue and confirms it by mail; replaces an open request of the same kind. */
  async submit(bookingId: string, { kind, text, details }: BookingRequestDto): Promise<void> {
    await this.ourNames.assertNotBorrowed({
      "details.fullName": ["person", details?.fullName],
      "details.businessName": ["business", details?.businessName],
    });
    await this.database.transaction(async (tx) => {
      const [request] = await rows<{ id: string }>(
        tx,
        `INSERT INTO booking_requests (id, booking_id, kind, text, details) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (booking_id, kind) WHERE state = 'open'
         DO UPDATE SET text = excluded.text, details = excluded.details RETURNING id`,
        [randomUUID(), bookingId, kind, text, details === undefined ? null : JSON.stringify(details)],
      );
      if (request === undefined) throw new Error("the request was not stored");
      await this.issues.raise(tx, {
        kind: "booking_request",
        subject: request.id,
        bookingId,
        facts: { request: kind },
      });
      const booking = await this.bookerOf(tx, bookingId);
      if (booking === undefined) return;
      const { email, name, orderId, stallId } = booking;
      await this.mails.queue(tx, {
        template: "booking-request-received",
        to: email,
        // Once, also if the payer sends it again in other words.
        dedupeKey: `booking-request-received/${request.id}`,
        bookingId,
        data: { name, orderId, stallId, kind },
      });
    });
  }

  private async bookerOf(tx: Tx, bookingId: string): Promise<Booker | undefined> {
    const [booking] = await rows<Booker>(
      tx,
      `SELECT email, full_name AS name, order_id AS "orderId", stall_id AS "stallId"
         FROM bookings JOIN stalls USING (stall_key) WHERE id = $1
          AND erased_at IS NULL AND email IS NOT NULL AND full_name IS NOT NULL AND order_id IS NOT NULL`,
      [bookingId],
    );
    return booking;
  }

  /** Request id → content, for the inbox: issue facts must not contain personal data. */
  async read(ids: readonly string[]): Promise<ReadonlyMap<string, RequestedChange>> {
    if (ids.length === 0) return new Map();
    const found = await this.database.repository(BookingRequestEntity).findBy({ id: In(ids) });
    return new Map(found.map(({ id, text, details }) => [id, { text, details: details ?? undefined }]));
  }

  /**
   * Ends an open request and mails the result to the payer.
   *
   * @param sentence the operator's note; the whole reply if the request is closed without a change
   * @returns false if it is unknown or already answered
   */
  async answer(tx: Tx, id: string, state: Exclude<BookingRequestState, "open">, sentence: string): Promise<boolean> {
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
    const booking = await this.bookerOf(tx, bookingId);
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

  /**
   * Closes a payer's own request before it is answered, and its issue. One that was answered meanwhile keeps its answer.
   *
   * @throws DomainError not_found, also for another booking's request
   */
  async withdraw(bookingId: string, id: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const taken = await tx.update(
        BookingRequestEntity,
        { id, bookingId, state: "open" },
        { state: "closed", answer: WITHDRAWN, answeredAt: databaseNow },
      );
      if (taken.affected === 1) {
        await this.issues.closeIfOpen(tx, "booking_request", id);
      } else if (!(await tx.existsBy(BookingRequestEntity, { id, bookingId }))) {
        throw new DomainError("not_found");
      }
    });
  }

  /**
   * Resolves an issue's request as done and mails the payer, in the transaction that made the change.
   *
   * @param by the operator's name
   * @throws DomainError not_found if the issue is no request about this booking; issue_resolved if already resolved
   */
  async fulfil(tx: Tx, issueId: string, bookingId: string, by: string): Promise<void> {
    const issue = await this.issues.find(issueId);
    if (issue?.kind !== "booking_request" || issue.bookingId !== bookingId) throw new DomainError("not_found");
    const { request } = issue.facts;
    const kind = BOOKING_REQUEST_KINDS.find((each) => each === request) ?? "correction";
    const end = { resolution: REQUEST_RESOLUTIONS[kind], by };
    const isOpen = await this.answer(tx, issue.subject, "done", "");
    if (!isOpen || !(await this.issues.resolve(tx, issueId, end))) throw new DomainError("issue_resolved");
  }
}
