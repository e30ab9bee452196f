import { Injectable } from "@nestjs/common";
import type { CreateProvisionalRegistrationDto } from "@sakhi/domain/bookings/stall-order.dto";
import { PapersService } from "../papers/papers.service.js";
import type { Tx } from "../platform/database/database.js";
import { WhatsappConsentsService } from "../whatsapp/whatsapp-consents.service.js";
import type { BookingRow } from "./bookings.entities.js";

/** What the event asks, as a registration answers it. */
type FormAnswers = Awaited<ReturnType<PapersService["readForm"]>>;

/** What a registration says beside its own fields: answers to what the event asks, and the tick for messages by WhatsApp. */
@Injectable()
export class RegistrationAnswersService {
  constructor(
    private readonly papers: PapersService,
    private readonly whatsappConsents: WhatsappConsentsService,
  ) {}

  /** See {@link PapersService.readForm}. */
  read(tx: Tx, booking: BookingRow, { answers }: CreateProvisionalRegistrationDto): Promise<FormAnswers> {
    return this.papers.readForm(tx, booking, answers);
  }

  areStored(tx: Tx, bookingId: string, answers: FormAnswers): Promise<boolean> {
    return this.papers.areStored(tx, bookingId, answers);
  }

  async store(tx: Tx, bookingId: string, answers: FormAnswers, dto: CreateProvisionalRegistrationDto): Promise<void> {
    await this.papers.store(tx, bookingId, answers);
    await this.chooseWhatsapp(tx, bookingId, dto);
  }

  /** The tick on the number, or none: an earlier one of this hold ends. */
  chooseWhatsapp(
    tx: Tx,
    bookingId: string,
    { phoneNumber: phone, whatsappConsent: version }: CreateProvisionalRegistrationDto,
  ): Promise<void> {
    const subject = { type: "booking", id: bookingId } as const;
    return this.whatsappConsents.choose(tx, subject, { phone, version, place: "registration" });
  }
}
