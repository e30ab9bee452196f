import { Controller, Get } from "@nestjs/common";
import { ApiTags } from "@nestjs/swagger";
import { AutomaticRequest, ForAdministrators } from "../accounts/administrator.guard.js";
import { Needs } from "../accounts/needs.js";
import { ApiNullableResponse } from "../platform/http/validation.pipe.js";
import { WhatsappRecordsService } from "../whatsapp/whatsapp-records.service.js";
import { WhatsappFiguresResponse } from "../whatsapp/whatsapp.response.js";

/** Messages by WhatsApp, in figures. */
@ApiTags("administration")
@Controller("api/v1/mela/admin/whatsapp")
@ForAdministrators()
export class WhatsappAdminController {
  constructor(private readonly records: WhatsappRecordsService) {}

  /** Today's and this month's messages, and what they cost; null while WhatsApp is off. Polled by the overview. */
  @Needs("whatsapp.read")
  @Get()
  @AutomaticRequest(true)
  @ApiNullableResponse(WhatsappFiguresResponse)
  async getWhatsappFigures(): Promise<WhatsappFiguresResponse | null> {
    return (await this.records.figures()) ?? null;
  }
}
