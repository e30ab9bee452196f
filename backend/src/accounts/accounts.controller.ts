import { Body, Controller, Get, Req, Res } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { browserLabel } from "@sakhi/domain/accounts/browser-label";
import { ChangePasswordDto, LoginDto } from "@sakhi/domain/accounts/credentials.dto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ApiErrors, AsksForProof } from "../platform/http/api-errors.js";
import { PostAction } from "../platform/http/post-action.js";
import { VERSION } from "../platform/version.js";
import { AdministratorCheckResponse, DoneResponse } from "./account.response.js";
import { setKnownBrowserToken, setToken, knownBrowserTokenOf, clearToken, tokenOf } from "./administrator-cookie.js";
import { AdministratorSessionsService, SESSION_SECONDS } from "./administrator-sessions.service.js";
import { CurrentAdministrator, ForOwnAccount } from "./administrator.guard.js";
import type { LoggedIn } from "./administrator.js";
import { KNOWN_BROWSER_SECONDS, OwnAccountService } from "./own-account.service.js";

/** Login, logout and password change of administrators. */
@ApiTags("administration")
@Controller("api/v1/mela/admin")
export class AccountsController {
  constructor(
    private readonly ownAccount: OwnAccountService,
    private readonly administratorSessions: AdministratorSessionsService,
  ) {}

  /** The logged-in administrator. Being logged out is not an error. */
  @Get("check")
  @ApiOkResponse({ type: AdministratorCheckResponse })
  async checkAdministrator(@Req() request: FastifyRequest): Promise<AdministratorCheckResponse> {
    return responseOf(await this.administratorSessions.of(request));
  }

  /**
   * Logs in. The session ends after 12 hours, or 2 hours without use. With two-step verification on, a correct
   * password without a code fails with `second_factor_required`: send both again with the code.
   */
  @AsksForProof()
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
    const cookie = this.ownAccount.browserCookieSuffix(username);
    const login = await this.ownAccount.login(
      { username, password: dto.password, code: dto.code },
      {
        address: request.ip,
        knownBrowser: this.ownAccount.knownBrowserId(username, knownBrowserTokenOf(request, cookie)),
        label: browserLabel(request.headers["user-agent"]),
        token: tokenOf(request),
      },
    );
    setToken(reply, login.token, SESSION_SECONDS);
    setKnownBrowserToken(reply, cookie, this.ownAccount.browserToken(username), KNOWN_BROWSER_SECONDS);
    return responseOf(login.administrator);
  }

  /** Ends the session. Does nothing without one. */
  @PostAction("logout", AdministratorCheckResponse)
  @ApiErrors(["origin_refused"])
  async logoutAdministrator(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdministratorCheckResponse> {
    const token = tokenOf(request);
    if (token !== undefined) await this.ownAccount.logout(token);
    clearToken(reply);
    return responseOf(undefined);
  }

  /** Changes the caller's password and ends all their sessions: log in again with the new password. */
  @PostAction("password", DoneResponse)
  @ForOwnAccount()
  @ApiErrors(["invalid_request", "password_refused", "login_slowed", "rate_limited"])
  async changeAdministratorPassword(
    @CurrentAdministrator() administrator: LoggedIn,
    @Body() dto: ChangePasswordDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DoneResponse> {
    await this.ownAccount.changePassword(administrator, dto, request.ip);
    clearToken(reply);
    return { message: "Your password was changed. Please log in with the new one." };
  }
}

function responseOf(administrator: LoggedIn | undefined): AdministratorCheckResponse {
  if (administrator === undefined) return { authenticated: false, username: null };
  const { username, role, events, step } = administrator;
  return {
    ...{ authenticated: true, username, role, version: VERSION },
    ...(events === null ? {} : { events: [...events] }),
    ...(step === undefined ? {} : { step }),
  };
}
