import { Body, Controller, Get, Param, Req } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import {
  AcceptInvitationDto,
  AccessDto,
  InvitationTokenDto,
  InviteAdministratorDto,
  PasswordLinkDto,
} from "@sakhi/domain/operator/invitation.dto";
import { ReasonDto } from "@sakhi/domain/operator/reason.dto";
import type { FastifyRequest } from "fastify";
import { DoneResponse, InvitationResponse, ReadInvitationResponse } from "../accounts/account.response.js";
import { CurrentAdministrator, ForOperators } from "../accounts/administrator.guard.js";
import type { LoggedIn } from "../accounts/administrator.js";
import { Needs } from "../accounts/needs.js";
import { ApiErrors, AsksForProof } from "../platform/http/api-errors.js";
import { IdParam } from "../platform/http/id-param.pipe.js";
import { PostAction } from "../platform/http/post-action.js";
import { InvitationsService } from "./invitations.service.js";

/** Sends and withdraws links with which an administrator chooses a password, for operators. */
@ApiTags("administration")
@Controller("api/v1/mela/admin/administrators")
@ForOperators()
export class InvitationsController {
  constructor(private readonly invitations: InvitationsService) {}

  /** Links that can still be used, newest first. */
  @Needs("team.read", "lists")
  @Get("invitations")
  @ApiOkResponse({ type: [InvitationResponse] })
  listInvitations(@CurrentAdministrator() self: LoggedIn): Promise<InvitationResponse[]> {
    return this.invitations.list(self);
  }

  /** Mails an invitation; a newer one for the same name replaces it. It works once, for a day. */
  @Needs("team.change", "lists")
  @PostAction("invite", DoneResponse)
  @ApiErrors([
    "invalid_request",
    "username_taken",
    "event_not_found",
    "event_required",
    "access_too_wide",
    "origin_refused",
  ])
  async inviteAdministrator(
    @CurrentAdministrator() self: LoggedIn,
    @Body() dto: InviteAdministratorDto,
  ): Promise<DoneResponse> {
    await this.invitations.invite(self, dto);
    return { message: `The invitation for "${dto.username}" goes out by mail. It works once, for a day.` };
  }

  /** Mails a link for a new password to another administrator. It works once, for a day. */
  @Needs("team.change", "lists")
  @PostAction(":id/password-link", DoneResponse)
  @ApiErrors(["invalid_request", "administrator_not_found", "own_account", "access_too_wide", "origin_refused"])
  async sendPasswordLink(
    @CurrentAdministrator() self: LoggedIn,
    @Param("id", IdParam) id: string,
    @Body() dto: PasswordLinkDto,
  ): Promise<DoneResponse> {
    const username = await this.invitations.sendPasswordLink(self, id, dto);
    return { message: `A link for a new password of "${username}" goes out by mail. It works once, for a day.` };
  }

  /** Changes the role and the events of another person, at once. */
  @Needs("team.change", "lists")
  @PostAction(":id/access", DoneResponse)
  @ApiErrors([
    ...(["invalid_request", "administrator_not_found", "own_account", "event_not_found", "event_required"] as const),
    ...(["access_too_wide", "last_operator", "origin_refused"] as const),
  ])
  async changeAdministratorAccess(
    @CurrentAdministrator() self: LoggedIn,
    @Param("id", IdParam) id: string,
    @Body() dto: AccessDto,
  ): Promise<DoneResponse> {
    return { message: `The role of "${await this.invitations.changeAccess(self, id, dto)}" is changed.` };
  }

  /** Withdraws a link that has not been used. */
  @Needs("team.change", "lists")
  @PostAction("invitations/:id/withdraw", DoneResponse)
  @ApiErrors(["invalid_request", "invitation_over", "access_too_wide", "origin_refused"])
  async withdrawInvitation(
    @CurrentAdministrator() self: LoggedIn,
    @Param("id", IdParam) id: string,
    @Body() { reason }: ReasonDto,
  ): Promise<DoneResponse> {
    return { message: `The link for "${await this.invitations.withdraw(self, id, reason)}" no longer works.` };
  }
}

/** Uses such a link; public. */
@ApiTags("administration")
@Controller("api/v1/mela/admin/invitation")
export class InvitationController {
  constructor(private readonly invitations: InvitationsService) {}

  /** What a link is for. */
  @AsksForProof()
  @PostAction("read", ReadInvitationResponse)
  @ApiErrors(["invalid_request", "invitation_over", "origin_refused", "rate_limited"])
  async readInvitation(
    @Body() { token }: InvitationTokenDto,
    @Req() request: FastifyRequest,
  ): Promise<ReadInvitationResponse> {
    const { id: _, ...invitation } = await this.invitations.read(token, request.ip);
    return invitation;
  }

  /** Chooses the password. Log in with it afterwards. */
  @AsksForProof()
  @PostAction("accept", DoneResponse)
  @ApiErrors(["invalid_request", "invitation_over", "username_taken", "origin_refused", "rate_limited"])
  async acceptInvitation(
    @Body() { token, password }: AcceptInvitationDto,
    @Req() request: FastifyRequest,
  ): Promise<DoneResponse> {
    const username = await this.invitations.accept(token, password, request.ip);
    return { message: `The password of "${username}" is set. Please log in.` };
  }
}
