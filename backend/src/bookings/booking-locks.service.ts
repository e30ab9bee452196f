import { Injectable } from "@nestjs/common";
import { isUnpaid } from "@sakhi/domain/bookings/booking.states";
import type { RegistrationFormDto } from "@sakhi/domain/bookings/registration-form.dto";
import type { REGISTRATION_FIELDS } from "@sakhi/domain/bookings/registration.fields";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { CorrectableBy, Corrector } from "@sakhi/domain/fields/declared-fields";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import { rows, type Tx } from "../platform/database/database.js";
import { isId } from "../platform/http/id-param.pipe.js";
import { StallsService, type StallRow } from "../stalls/stalls.service.js";
import { WaitingPlacesService } from "../waiting/waiting-places.service.js";
import { WhatsappConsentsService } from "../whatsapp/whatsapp-consents.service.js";
import type { BookingRow } from "./bookings.entities.js";
import { BookingsRepository } from "./bookings.repository.js";
import { HoldsService } from "./holds.service.js";

/** A booking under all locks that changing it needs, with its stall and the other requested stalls. */
interface LockedBooking {
  readonly booking: BookingRow;
  readonly stall: StallRow;
  readonly others: readonly StallRow[];
}

/** Reads, locks and corrects bookings for the features that change them; locks follow the one lock order. */
@Injectable()
export class BookingLocksService {
  constructor(
    private readonly bookings: BookingsRepository,
    private readonly stalls: StallsService,
    private readonly holds: HoldsService,
    private readonly waitingPlaces: WaitingPlacesService,
    private readonly whatsappConsents: WhatsappConsentsService,
  ) {}

  /** Reads a booking without locking it. */
  find(bookingId: string): Promise<BookingRow | undefined> {
    return this.bookings.find(bookingId);
  }

  /**
   * Locks visitor → stalls ascending → booking; with it, the stalls and bookings of its order.
   *
   * @param otherStalls numbers of stalls of its event to lock with its own; those that do not exist are missing from the result
   * @throws DomainError booking_not_found
   */
  async lock(tx: Tx, bookingId: string, otherStalls: readonly string[] = []): Promise<LockedBooking> {
    if (!isId(bookingId)) throw new DomainError("booking_not_found");
    // Read in a separate statement, after the locks are acquired; sent together with theirs, which saves a round trip.
    const [stalls, booking] = await Promise.all([
      this.stalls.lockWithBooking(tx, bookingId, otherStalls),
      this.bookings.find(bookingId, tx),
    ]);
    const stall = stalls.find(({ stallKey }) => stallKey === booking?.stallKey);
    if (booking === undefined || stall === undefined) throw new DomainError("booking_not_found");
    return { booking, stall, others: stalls.filter((other) => other !== stall) };
  }

  /** The further bookings of an order's first one, which {@link lock} has locked with it. */
  further(tx: Tx, bookingId: string): Promise<BookingRow[]> {
    return this.bookings.further(bookingId, tx);
  }

  /** {@link BookingsRepository.tagOfOrder} */
  tagOfOrder(tx: Tx, first: BookingRow): Promise<string> {
    return this.bookings.tagOfOrder(first, tx);
  }

  /** {@link lock} of a booking, with the first one of its order while that is not paid for; itself afterwards. */
  async lockFirst(tx: Tx, bookingId: string): Promise<{ readonly booking: BookingRow; readonly first: BookingRow }> {
    const { booking } = await this.lock(tx, bookingId);
    const { firstBookingId, state } = booking;
    const first = firstBookingId !== null && isUnpaid(state) ? await this.bookings.find(firstBookingId, tx) : undefined;
    return { booking, first: first ?? booking };
  }

  /** Overwrites what `who` can correct of a locked booking's registration. @returns false if its hold has expired meanwhile */
  async correct<Who extends Corrector>(
    tx: Tx,
    bookingId: string,
    who: Who,
    form: Pick<RegistrationFormDto, CorrectableBy<typeof REGISTRATION_FIELDS, Who>>,
  ): Promise<boolean> {
    const corrected = await this.bookings.correct(tx, bookingId, who, form);
    const { phoneNumber }: { readonly phoneNumber?: unknown } = form;
    if (corrected && typeof phoneNumber === "string")
      await this.whatsappConsents.numberIs(tx, { type: "booking", id: bookingId }, phoneNumber);
    return corrected;
  }

  /** The language of a booking's mails and papers from now on. @returns false for an erased one */
  setLanguage(tx: Tx, bookingId: string, language: LanguageCode): Promise<boolean> {
    return this.bookings.setLanguage(tx, bookingId, language);
  }

  /** Locks only the booking's row, for a caller that holds the earlier locks or has just inserted it. */
  async lockRow(tx: Tx, bookingId: string): Promise<BookingRow> {
    const booking = await this.bookings.lock(tx, bookingId);
    if (booking === undefined) throw new Error(`no booking ${bookingId}`);
    return booking;
  }

  /** Locks and returns the live or overdue booking on a locked stall. */
  async lockOnStall(tx: Tx, stallKey: number): Promise<BookingRow | undefined> {
    const onStall = await this.bookings.onStall(stallKey, tx);
    const booking = onStall && (await this.bookings.lock(tx, onStall.id));
    // A release between the two statements needs no stall lock; the stall cannot have been taken since.
    return booking?.state === "released" ? undefined : booking;
  }

  /**
   * @throws DomainError stall_offered if a locked stall is kept for somebody on the waiting list, whom it was offered; stall_kept if it
   * is kept for a move
   */
  async assertNotOffered(tx: Tx, stallKey: number): Promise<void> {
    if (await this.waitingPlaces.isOffered(tx, stallKey)) throw new DomainError("stall_offered");
    const kept = "SELECT FROM stall_moves WHERE to_stall_key = :stallKey AND state = 'asked'";
    if ((await rows(tx, kept, { stallKey })).length > 0) throw new DomainError("stall_kept");
  }

  /**
   * Checks that a locked stall is free, after releasing an overdue hold on it.
   *
   * @throws DomainError stall_sold, stall_reserved or stall_blocked, with the id of the booking on the stall
   */
  async clearStall(tx: Tx, stallKey: number): Promise<void> {
    const live = await this.lockOnStall(tx, stallKey);
    if (live === undefined) return;
    const details = { bookingId: live.id };
    if (live.state === "sold") throw new DomainError("stall_sold", details);
    if (live.state === "blocked") throw new DomainError("stall_blocked", details);
    if (live.state === "paying" || !live.expired) throw new DomainError("stall_reserved", details);
    await this.holds.releaseInTx(tx, live.id, "hold_expired", "system");
  }
}
