import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { AnswerDto } from "@sakhi/domain/papers/answers.dto";
import { arePapersOpen, isMissing, papersDue } from "@sakhi/domain/papers/question.rules";
import { UPLOAD_TICKET_SECONDS } from "@sakhi/domain/uploads/upload.rules";
import { BookingLocksService } from "../bookings/booking-locks.service.js";
import type { BookingRow } from "../bookings/bookings.entities.js";
import { EventFactsService } from "../events/event-facts.service.js";
import { LinkSessionsService } from "../mail/link-sessions.service.js";
import type { MissingPapers } from "../mail/receipts.service.js";
import { PaperUploadsService } from "../papers/paper-uploads.service.js";
import type { PaperFile } from "../papers/papers.response.js";
import { PapersService } from "../papers/papers.service.js";
import { Database, type Tx } from "../platform/database/database.js";
import { RateLimits } from "../platform/http/rate-limits.js";
import type { MyBookingPapersResponse, PaperTicketResponse } from "./my-booking.response.js";

/** A holder's papers, once her stall is paid for and until its event begins. */
@Injectable()
export class MyBookingPapersService {
  constructor(
    private readonly database: Database,
    private readonly limits: RateLimits,
    private readonly linkSessions: LinkSessionsService,
    private readonly bookingLocks: BookingLocksService,
    private readonly eventFacts: EventFactsService,
    private readonly papers: PapersService,
    private readonly uploads: PaperUploadsService,
  ) {}

  /** What is asked of a sold booking; undefined if nothing, or if it is not sold. */
  async view(booking: BookingRow): Promise<MyBookingPapersResponse | undefined> {
    if (booking.state !== "sold") return undefined;
    const papers = await this.papers.ofBooking(booking);
    if (papers.length === 0) return undefined;
    const { event, status } = await this.eventFacts.of(booking.eventId);
    return { papers, until: papersDue(event).toISOString(), open: arePapersOpen(event, status, booking.readAt) };
  }

  /**
   * Answers what the event asks, or changes answers.
   *
   * @param token of the browser's session
   * @throws DomainError booking_link_invalid, papers_closed, and what {@link PapersService.answer} throws
   * @throws HttpError rate_limited
   */
  async answer(token: string, answers: readonly AnswerDto[]): Promise<MyBookingPapersResponse | undefined> {
    const { subjectId: bookingId } = await this.linkSessions.require("booking", token);
    await this.change(bookingId, (tx, booking) => this.papers.answer(tx, booking, answers));
    return this.read(bookingId);
  }

  /**
   * A ticket to upload the file that answers a question.
   *
   * @param token of the browser's session
   * @throws DomainError booking_link_invalid, papers_closed, paper_not_asked
   * @throws HttpError rate_limited
   */
  async uploadTicket(token: string, key: string): Promise<PaperTicketResponse> {
    const { subjectId: bookingId } = await this.linkSessions.require("booking", token);
    const questionId = await this.change(bookingId, (tx, booking) => this.papers.fileQuestion(tx, booking, key));
    return { ticket: this.uploads.issueTicket({ type: "paper", id: bookingId, questionId }, UPLOAD_TICKET_SECONDS) };
  }

  /** @param token of the browser's session. @throws DomainError booking_link_invalid; not_found, also for another booking's */
  async file(token: string, key: string): Promise<PaperFile> {
    const { subjectId } = await this.linkSessions.require("booking", token);
    return this.papers.file(subjectId, key);
  }

  /** The required papers of a sold booking that have no answer yet, while they can be given; undefined without any. */
  async missing(bookingId: string): Promise<MissingPapers | undefined> {
    const asked = await this.read(bookingId);
    if (asked?.open !== true) return undefined;
    const papers = asked.papers.filter((paper) => isMissing(paper, paper.answer !== undefined));
    return papers.length === 0 ? undefined : { papers: papers.map(({ label }) => label), until: asked.until };
  }

  private async read(bookingId: string): Promise<MyBookingPapersResponse | undefined> {
    const booking = await this.bookingLocks.find(bookingId);
    return booking && this.view(booking);
  }

  private async change<T>(bookingId: string, work: (tx: Tx, booking: BookingRow) => Promise<T>): Promise<T> {
    await this.limits.use({ limit: "papers_per_booking", by: bookingId });
    return this.database.transaction(async (tx) => {
      const { booking } = await this.bookingLocks.lock(tx, bookingId);
      const { event, status } = await this.eventFacts.ofIn(tx, booking.eventId);
      const isOpen = booking.state === "sold" && arePapersOpen(event, status, booking.readAt);
      if (!isOpen) throw new DomainError("papers_closed");
      return work(tx, booking);
    });
  }
}
