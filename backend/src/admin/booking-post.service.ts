import { Injectable } from "@nestjs/common";
import type { AdminMailResponse } from "../mail/mail.response.js";
import { MailService } from "../mail/mail.service.js";
import { WhatsappRecordsService } from "../whatsapp/whatsapp-records.service.js";
import type { WhatsappMessageResponse } from "../whatsapp/whatsapp.response.js";

/** What was sent about a booking. */
@Injectable()
export class BookingPostService {
  constructor(
    private readonly mailService: MailService,
    private readonly whatsappRecords: WhatsappRecordsService,
  ) {}

  mails(bookingId: string): Promise<AdminMailResponse[]> {
    return this.mailService.about({ bookingId });
  }

  whatsapp(bookingId: string): Promise<WhatsappMessageResponse[]> {
    return this.whatsappRecords.about({ bookingId });
  }
}
