import { Body, Controller, Get, Param, Post, Req } from "@nestjs/common";
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { MakeTokenDto } from "@sakhi/domain/accounts/access-token.dto";
import type { FastifyRequest } from "fastify";
import { ApiErrors } from "../platform/http/api-errors.js";
import { IdParam } from "../platform/http/id-param.pipe.js";
import { PostAction } from "../platform/http/post-action.js";
import { AccessTokensService } from "./access-tokens.service.js";
import { AccessTokenResponse, DoneResponse, NewAccessTokenResponse } from "./account.response.js";
import { CurrentAdministrator, ForOwnAccount } from "./administrator.guard.js";
import type { LoggedIn } from "./administrator.js";
import { OwnAccountService } from "./own-account.service.js";

/** The caller's access tokens, with which other systems read as her. */
@ApiTags("administration")
@Controller("api/v1/mela/admin/account/tokens")
@ForOwnAccount()
export class AccessTokensController {
  constructor(
    private readonly accessTokens: AccessTokensService,
    private readonly ownAccount: OwnAccountService,
  ) {}

  /** The caller's tokens that work, newest first. */
  @Get()
  @ApiOkResponse({ type: [AccessTokenResponse] })
  async listAccessTokens(@CurrentAdministrator() self: LoggedIn): Promise<AccessTokenResponse[]> {
    const found = await this.accessTokens.list(self.id);
    return found.map(({ events, lastUsedOn, ...token }) => ({
      ...token,
      ...(events === null ? {} : { events }),
      ...(lastUsedOn === null ? {} : { lastUsedOn }),
    }));
  }

  /** Makes a token, which is shown only now. Needs both factors again, and two-step verification to be on. */
  @Post()
  @ApiCreatedResponse({ type: NewAccessTokenResponse })
  @ApiErrors([
    ...(["invalid_request", "password_refused", "code_refused", "login_slowed", "rate_limited"] as const),
    ...(["second_factor_missing", "token_scope_missing", "tokens_full", "event_not_found"] as const),
  ])
  async makeAccessToken(
    @CurrentAdministrator() self: LoggedIn,
    @Body() dto: MakeTokenDto,
    @Req() request: FastifyRequest,
  ): Promise<NewAccessTokenResponse> {
    return { token: await this.ownAccount.makeToken(self, dto, request.ip) };
  }

  /** Ends one of the caller's tokens at once. */
  @PostAction(":id/revoke", DoneResponse)
  @ApiErrors(["token_not_found"])
  async revokeAccessToken(
    @CurrentAdministrator() self: LoggedIn,
    @Param("id", IdParam) id: string,
  ): Promise<DoneResponse> {
    await this.ownAccount.revokeToken(self, id);
    return { message: "The token was revoked." };
  }
}
