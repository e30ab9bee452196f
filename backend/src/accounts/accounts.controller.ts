import { Body, Controller, Get, HttpCode, HttpStatus, Post, Req, Res } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { ChangePasswordDto } from "@sakhi/domain/accounts/change-password.dto";
import { LoginDto } from "@sakhi/domain/accounts/login.dto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Config } from "../platform/config/config.js";
import { Refuses } from "../platform/http/api-refusals.js";
import { AdministratorCheckResponse, DoneResponse } from "./account.response.js";
import type { Administrator } from "./administrator.js";
import { giveToken, takeToken, tokenOf } from "./administrator-cookie.js";
import { CurrentAdministrator, ForAdministrators } from "./administrator.guard.js";
import { SESSION_SECONDS } from "./administrator-sessions.service.js";
import { LoginService } from "./login.service.js";

/** Logging in to the administrator's area. */
@ApiTags("administration")
@Controller("api/v1/mela/admin")
export class AccountsController {
  constructor(
    private readonly logins: LoginService,
    private readonly config: Config,
  ) {}

  /** Who is logged in; nobody is no error. */
  @Get("check")
  @ApiOkResponse({ type: AdministratorCheckResponse })
  async checkAdministrator(@Req() request: FastifyRequest): Promise<AdministratorCheckResponse> {
    const token = tokenOf(request);
    return answerOf(token === undefined ? undefined : await this.logins.check(token));
  }

  /** Logs in. The session ends after 12 hours, or 2 hours without use. */
  @Post("login")
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: AdministratorCheckResponse })
  @Refuses(["invalid_request", "login_refused", "origin_refused", "login_slowed", "rate_limited"])
  async loginAdministrator(
    @Body() dto: LoginDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdministratorCheckResponse> {
    const { username, password } = dto;
    const login = await this.logins.login(username.trim(), password, request.ip, tokenOf(request));
    giveToken(reply, login.token, SESSION_SECONDS, this.isSecure(request));
    return answerOf(login.administrator);
  }

  /** Ends the session; without one nothing happens. */
  @Post("logout")
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: AdministratorCheckResponse })
  @Refuses(["origin_refused"])
  async logoutAdministrator(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdministratorCheckResponse> {
    const token = tokenOf(request);
    if (token !== undefined) await this.logins.logout(token);
    takeToken(reply, this.isSecure(request));
    return answerOf(undefined);
  }

  /** Changes one's own password and ends all one's sessions: log in again with the new one. */
  @Post("password")
  @HttpCode(HttpStatus.OK)
  @ForAdministrators()
  @ApiOkResponse({ type: DoneResponse })
  @Refuses(["invalid_request", "password_refused", "login_slowed", "rate_limited"])
  async changeAdministratorPassword(
    @CurrentAdministrator() administrator: Administrator,
    @Body() dto: ChangePasswordDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DoneResponse> {
    await this.logins.changePassword(administrator, dto, request.ip);
    takeToken(reply, this.isSecure(request));
    return { message: "Your password was changed. Please log in with the new one." };
  }

  /** A public address with https is enough: the proxy before us may not say how it was reached. */
  private isSecure(request: FastifyRequest): boolean {
    return request.protocol === "https" || this.config.publicUrl.startsWith("https:");
  }
}

function answerOf(administrator: Administrator | undefined): AdministratorCheckResponse {
  if (administrator === undefined) return { authenticated: false, username: null };
  return { authenticated: true, username: administrator.username, role: administrator.role };
}
