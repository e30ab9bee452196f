import { Body, Controller, Get, Query } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import {
  AdministratorMailLinkDto,
  OneClickQueryDto,
  OwnAddressDto,
  OwnMailsDto,
} from "@sakhi/domain/digest/own-mails.dto";
import { DoneResponse } from "../accounts/account.response.js";
import { CurrentAdministrator, ForOneself } from "../accounts/administrator.guard.js";
import type { LoggedIn } from "../accounts/administrator.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { PostAction } from "../platform/http/post-action.js";
import { DigestPreviewResponse, OwnMailsResponse } from "./digest.response.js";
import { OwnMailsService } from "./own-mails.service.js";

/** What the caller is notified of by mail: digests and alerts. */
@ApiTags("administration")
@Controller("api/v1/mela/admin/account/mails")
@ForOneself()
export class OwnMailsController {
  constructor(private readonly ownMails: OwnMailsService) {}

  /** What she gets, when, and at which address. */
  @Get()
  @ApiOkResponse({ type: OwnMailsResponse })
  getOwnMails(@CurrentAdministrator() self: LoggedIn): Promise<OwnMailsResponse> {
    return this.ownMails.read(self);
  }

  /** Chooses what she gets, and when. Turns on again what was turned off by a link. */
  @PostAction("", OwnMailsResponse)
  @ApiErrors(["invalid_request", "origin_refused"])
  saveOwnMails(@CurrentAdministrator() self: LoggedIn, @Body() dto: OwnMailsDto): Promise<OwnMailsResponse> {
    return this.ownMails.save(self, dto);
  }

  /** Mails a link that confirms an address. It works once, for a day. */
  @PostAction("address", OwnMailsResponse)
  @ApiErrors(["invalid_request", "origin_refused", "rate_limited"])
  askOwnMailAddress(
    @CurrentAdministrator() self: LoggedIn,
    @Body() { email }: OwnAddressDto,
  ): Promise<OwnMailsResponse> {
    return this.ownMails.askAddress(self, email);
  }

  /** Forgets her address: no more mails. */
  @PostAction("address/remove", OwnMailsResponse)
  @ApiErrors(["origin_refused"])
  removeOwnMailAddress(@CurrentAdministrator() self: LoggedIn): Promise<OwnMailsResponse> {
    return this.ownMails.removeAddress(self);
  }

  /** Her digest as it would be now. */
  @Get("preview")
  @ApiOkResponse({ type: DigestPreviewResponse })
  previewOwnDigest(@CurrentAdministrator() self: LoggedIn): Promise<DigestPreviewResponse> {
    return this.ownMails.preview(self);
  }

  /** Mails it now; the digest of the day comes as well. */
  @PostAction("send-now", DoneResponse)
  @ApiErrors(["mail_address_missing", "origin_refused", "rate_limited"])
  async sendOwnDigest(@CurrentAdministrator() self: LoggedIn): Promise<DoneResponse> {
    const isSent = await this.ownMails.sendNow(self);
    return {
      message: isSent ? "Your digest is on its way." : "There is nothing to say right now, so no mail was sent.",
    };
  }
}

/** Opens the links of these mails; public, the link is the proof. */
@ApiTags("administration")
@Controller("api/v1/mela/admin/mail-links")
export class AdministratorMailLinksController {
  constructor(private readonly ownMails: OwnMailsService) {}

  /** Confirms an address. */
  @PostAction("confirm", DoneResponse)
  @ApiErrors(["invalid_request", "mail_link_over", "origin_refused"])
  async confirmMailAddress(@Body() { token }: AdministratorMailLinkDto): Promise<DoneResponse> {
    await this.ownMails.confirm(token);
    return { message: "Your address is confirmed. Your mails come here." };
  }

  /** Turns a person's digests and alerts off. */
  @PostAction("off", DoneResponse)
  @ApiErrors(["invalid_request", "mail_link_over", "origin_refused"])
  async turnMailsOff(@Body() { token }: AdministratorMailLinkDto): Promise<DoneResponse> {
    await this.ownMails.turnOff(token);
    return { message: "Your mails are off. Turn them on again in your account." };
  }

  /** The same by a mail program's button, which sends a form (RFC 8058). */
  @PostAction("one-click", DoneResponse)
  @ApiErrors(["invalid_request", "mail_link_over", "origin_refused"])
  async turnMailsOffByOneClick(@Query() { token }: OneClickQueryDto): Promise<DoneResponse> {
    await this.ownMails.turnOff(token);
    return { message: "Your mails are off." };
  }
}
