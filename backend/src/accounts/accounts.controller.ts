import { Body, Controller, Get, Req, Res } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { browserLabel } from "@sakhi/domain/accounts/browser-label";
import { ChangePasswordDto } from "@sakhi/domain/accounts/change-password.dto";
import { LoginDto } from "@sakhi/domain/accounts/login.dto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ApiErrors } from "../platform/http/api-errors.js";
import { AdministratorCheckResponse, DoneResponse } from "./account.response.js";
import type { LoggedIn } from "./administrator.js";
import { CurrentAdministrator, ForOwnAccount } from "./administrator.guard.js";
import { PostAction } from "../platform/http/post-action.js";
import { giveKnownBrowserToken, giveToken, knownBrowserTokenOf, takeToken, tokenOf } from "./administrator-cookie.js";
import { AdministratorSessions, SESSION_SECONDS } from "./administrator-sessions.service.js";
import { KNOWN_BROWSER_SECONDS, OwnAccount } from "./own-account.service.js";

/** Logging in to the administrator's area. */
@ApiTags("administration")
@Controller("api/v1/mela/admin")
export class AccountsController {
  constructor(
    private readonly account: OwnAccount,
    private readonly sessions: AdministratorSessions,
  ) {}

  /** Who is logged in; nobody is no error. */
  @Get("check")
  @ApiOkResponse({ type: AdministratorCheckResponse })
  async checkAdministrator(@Req() request: FastifyRequest): Promise<AdministratorCheckResponse> {
    return responseOf(await this.sessions.of(request));
  }

  /**
   * Logs in. The session ends after 12 hours, or 2 hours without use. Where two-step verification is on, a right
   * password without a code is answered `second_factor_required`: send both again with the code.
   */
  @PostAction("login", AdministratorCheckResponse)
  @ApiErrors([
    "invalid_request",
    "login_refused",
    "second_factor_required",
    "second_factor_refused",
    "origin_refused",
    "login_slowed",
    "rate_limited",
  ])
  async loginAdministrator(
    @Body() dto: LoginDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdministratorCheckResponse> {
    const username = dto.username.trim();
    const cookie = this.account.browserCookieSuffix(username);
    const login = await this.account.login(
      { username, password: dto.password, code: dto.code },
      {
        address: request.ip,
        knownBrowser: this.account.knownBrowserId(username, knownBrowserTokenOf(request, cookie)),
        label: browserLabel(request.headers["user-agent"]),
        token: tokenOf(request),
      },
    );
    giveToken(reply, login.token, SESSION_SECONDS);
    giveKnownBrowserToken(reply, cookie, this.account.browserToken(username), KNOWN_BROWSER_SECONDS);
    return responseOf(login.administrator);
  }

  /** Ends the session; without one nothing happens. */
  @PostAction("logout", AdministratorCheckResponse)
  @ApiErrors(["origin_refused"])
  async logoutAdministrator(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdministratorCheckResponse> {
    const token = tokenOf(request);
    if (token !== undefined) await this.account.logout(token);
    takeToken(reply);
    return responseOf(undefined);
  }

  /** Changes one's own password and ends all one's sessions: log in again with the new one. */
  @PostAction("password", DoneResponse)
  @ForOwnAccount()
  @ApiErrors(["invalid_request", "password_refused", "login_slowed", "rate_limited"])
  async changeAdministratorPassword(
    @CurrentAdministrator() administrator: LoggedIn,
    @Body() dto: ChangePasswordDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DoneResponse> {
    await this.account.changePassword(administrator, dto, request.ip);
    takeToken(reply);
    return { message: "Your password was changed. Please log in with the new one." };
  }
}

function responseOf(administrator: LoggedIn | undefined): AdministratorCheckResponse {
  if (administrator === undefined) return { authenticated: false, username: null };
  const { username, role, step } = administrator;
  return { authenticated: true, username, role, ...(step === undefined ? {} : { step }) };
}
