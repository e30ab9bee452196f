import { Body, Controller, Param, ParseUUIDPipe } from "@nestjs/common";
import { ApiTags } from "@nestjs/swagger";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { ChangeLanguageDto } from "@sakhi/domain/languages/mail-language.dto";
import { DoneResponse } from "../accounts/account.response.js";
import { CurrentAdministrator, ForOperators } from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { Needs } from "../accounts/needs.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { PostAction } from "../platform/http/post-action.js";
import { LanguagesService } from "./languages.service.js";

const APPLICATION_ID = new ParseUUIDPipe({ exceptionFactory: () => new DomainError("application_not_found") });

/** The language of a person's mails and papers, for operators whom she asked. */
@ApiTags("administration")
@ForOperators()
@Controller("api/v1/mela/admin")
export class LanguagesController {
  constructor(private readonly languages: LanguagesService) {}

  /** The language of a booking's mails, calendar and papers from now on. */
  @Needs("bookings.change", { booking: "id" })
  @PostAction("bookings/:id/language", DoneResponse)
  @ApiErrors(["invalid_request", "booking_not_found", "booking_ended"])
  changeBookingLanguage(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id") bookingId: string,
    @Body() dto: ChangeLanguageDto,
  ): Promise<DoneResponse> {
    return this.languages.ofBooking(administrator, bookingId, dto);
  }

  /** The language of an application's mails and papers from now on. */
  @Needs("listings.change")
  @PostAction("listings/:id/language", DoneResponse)
  @ApiErrors(["invalid_request", "application_not_found"])
  changeApplicationLanguage(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", APPLICATION_ID) id: string,
    @Body() dto: ChangeLanguageDto,
  ): Promise<DoneResponse> {
    return this.languages.ofApplication(administrator, id, dto);
  }
}
