import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { ChangeLanguageDto } from "@sakhi/domain/languages/mail-language.dto";
import type { DoneResponse } from "../accounts/account.response.js";
import type { Administrator } from "../accounts/administrator.js";
import { OperatorTransactionService } from "../accounts/operator-transaction.service.js";
import { BookingLocksService } from "../bookings/booking-locks.service.js";
import { ListingLanguagesService } from "../listings/listing-languages.service.js";

const DONE: DoneResponse = { message: "Mails, calendars and papers are in this language from now on." };

/** Changes the language of a person's mails and papers, who asked an operator for it. What was sent stays as it is. */
@Injectable()
export class LanguagesService {
  constructor(
    private readonly operatorTransaction: OperatorTransactionService,
    private readonly bookingLocks: BookingLocksService,
    private readonly listingLanguages: ListingLanguagesService,
  ) {}

  /** @throws DomainError booking_not_found, booking_ended for an erased one */
  ofBooking(administrator: Administrator, bookingId: string, dto: ChangeLanguageDto): Promise<DoneResponse> {
    return this.operatorTransaction.run(administrator, async (tx) => {
      const { booking } = await this.bookingLocks.lock(tx, bookingId);
      if (!(await this.bookingLocks.setLanguage(tx, bookingId, dto.language))) throw new DomainError("booking_ended");
      return {
        response: DONE,
        audit: {
          ...{ action: "language_changed", subjectType: "booking", subjectId: bookingId, reason: dto.reason },
          ...{ before: { language: booking.language }, after: { language: dto.language } },
        },
      };
    });
  }

  /** @throws DomainError application_not_found, also for an erased one */
  ofApplication(administrator: Administrator, id: string, dto: ChangeLanguageDto): Promise<DoneResponse> {
    return this.operatorTransaction.run(administrator, async (tx) => {
      const before = await this.listingLanguages.change(tx, id, dto.language);
      if (before === undefined) throw new DomainError("application_not_found");
      return {
        response: DONE,
        audit: {
          ...{ action: "language_changed", subjectType: "application", subjectId: id, reason: dto.reason },
          ...{ before: { language: before }, after: { language: dto.language } },
        },
      };
    });
  }
}
