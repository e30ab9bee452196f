import { Body, Controller, Get, Param, Req, Res } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { needsSecondFactor } from "@sakhi/domain/accounts/administrator.rules";
import { BeginSecondFactorDto, BothFactorsDto, ConfirmSecondFactorDto } from "@sakhi/domain/accounts/second-factor.dto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Config } from "../platform/config/config.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { IdParam } from "../platform/http/id-param.pipe.js";
import { PostAction } from "../platform/http/post-action.js";
import {
  DoneResponse,
  NewSecondFactorResponse,
  OwnAccountResponse,
  RecoveryCodesResponse,
  SessionsEndedResponse,
} from "./account.response.js";
import { clearToken } from "./administrator-cookie.js";
import { CurrentAdministrator, ForOwnAccount } from "./administrator.guard.js";
import type { LoggedIn } from "./administrator.js";
import { AdministratorsService } from "./administrators.service.js";
import { OwnAccountService } from "./own-account.service.js";

const REFUSED = [
  "invalid_request",
  "password_refused",
  "code_refused",
  "origin_refused",
  "login_slowed",
  "rate_limited",
] as const;

/** The caller's second factor and sessions. */
@ApiTags("administration")
@Controller("api/v1/mela/admin/account")
@ForOwnAccount()
export class OwnAccountController {
  constructor(
    private readonly ownAccount: OwnAccountService,
    private readonly config: Config,
    private readonly administrators: AdministratorsService,
  ) {}

  /** The caller's account, with its sessions. */
  @Get()
  @ApiOkResponse({ type: OwnAccountResponse })
  async getOwnAccount(@CurrentAdministrator() self: LoggedIn): Promise<OwnAccountResponse> {
    const { account, sessions } = await this.ownAccount.read(self);
    const { username, role, events, passwordSetAt, secondFactorSince, recoveryCodesLeft } = account;
    return {
      username,
      role,
      ...(events === null ? {} : { events: [...events] }),
      passwordSetAt,
      ...(secondFactorSince === null ? {} : { secondFactorSince }),
      secondFactorRequired: needsSecondFactor(role, this.config.production),
      recoveryCodesLeft,
      sessions: sessions.map(({ id, browser, createdAt, seenAt }) => ({
        id,
        browser,
        createdAt,
        lastUsedAt: seenAt,
        current: id === self.sessionId,
      })),
    };
  }

  /** Starts setting up an authenticator app. Confirm it with one of its codes within 15 minutes. */
  @PostAction("second-factor/begin", NewSecondFactorResponse)
  @ApiErrors(REFUSED)
  beginSecondFactor(
    @CurrentAdministrator() self: LoggedIn,
    @Body() dto: BeginSecondFactorDto,
    @Req() request: FastifyRequest,
  ): Promise<NewSecondFactorResponse> {
    return this.ownAccount.beginSecondFactor(self, dto, request.ip);
  }

  /** Activates the new app, replacing any other; ends all other sessions of the account. */
  @PostAction("second-factor/confirm", RecoveryCodesResponse)
  @ApiErrors(["invalid_request", "code_refused", "origin_refused", "second_factor_missing"])
  async confirmSecondFactor(
    @CurrentAdministrator() self: LoggedIn,
    @Body() { code }: ConfirmSecondFactorDto,
  ): Promise<RecoveryCodesResponse> {
    return { codes: [...(await this.ownAccount.confirmSecondFactor(self, code))] };
  }

  /** Generates new recovery codes; the old ones become void. */
  @PostAction("second-factor/recovery-codes", RecoveryCodesResponse)
  @ApiErrors([...REFUSED, "second_factor_missing"])
  async renewRecoveryCodes(
    @CurrentAdministrator() self: LoggedIn,
    @Body() dto: BothFactorsDto,
    @Req() request: FastifyRequest,
  ): Promise<RecoveryCodesResponse> {
    return { codes: [...(await this.ownAccount.renewRecoveryCodes(self, dto, request.ip))] };
  }

  /** Turns two-step verification off; ends all other sessions of the account. */
  @PostAction("second-factor/remove", DoneResponse)
  @ApiErrors([...REFUSED, "second_factor_missing"])
  async removeSecondFactor(
    @CurrentAdministrator() self: LoggedIn,
    @Body() dto: BothFactorsDto,
    @Req() request: FastifyRequest,
  ): Promise<DoneResponse> {
    await this.ownAccount.removeSecondFactor(self, dto, request.ip);
    return { message: "Two-step verification is off." };
  }

  /** Leaves the team: ends the account and all of its sessions, this one included. The last owner cannot. */
  @PostAction("leave", DoneResponse)
  @ApiErrors(["last_operator", "administrator_not_found", "origin_refused"])
  async leaveTeam(
    @CurrentAdministrator() self: LoggedIn,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DoneResponse> {
    await this.administrators.leave(self);
    clearToken(reply);
    return { message: "You have left the team." };
  }

  /** Ends one of the caller's sessions. */
  @PostAction("sessions/:id/end", DoneResponse)
  @ApiErrors(["not_found", "origin_refused"])
  async endSession(@CurrentAdministrator() self: LoggedIn, @Param("id", IdParam) id: string): Promise<DoneResponse> {
    await this.ownAccount.endSession(self, id);
    return { message: "The session was ended." };
  }

  /** Ends all of the caller's sessions but this one. */
  @PostAction("sessions/end-others", SessionsEndedResponse)
  @ApiErrors(["origin_refused"])
  async endOtherSessions(@CurrentAdministrator() self: LoggedIn): Promise<SessionsEndedResponse> {
    return { ended: await this.ownAccount.endOtherSessions(self) };
  }
}
