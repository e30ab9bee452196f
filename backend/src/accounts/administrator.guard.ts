import { applyDecorators, createParamDecorator, Injectable, UseGuards, UseInterceptors } from "@nestjs/common";
import type { CanActivate, ExecutionContext } from "@nestjs/common";
import { Reflector } from "@nestjs/core";
import { ApiBearerAuth, ApiCookieAuth } from "@nestjs/swagger";
import { hasRight } from "@sakhi/domain/access/rights";
import type { TokenScope } from "@sakhi/domain/accounts/access-token.rules";
import { ACCOUNT_STEPS } from "@sakhi/domain/accounts/administrator.rules";
import type { FastifyRequest } from "fastify";
import { ApiErrors } from "../platform/http/api-errors.js";
import { HttpError } from "../platform/http/error-response.js";
import { AccessTokensService } from "./access-tokens.service.js";
import { ADMINISTRATOR_COOKIE } from "./administrator-cookie.js";
import { AdministratorSessionsService } from "./administrator-sessions.service.js";
import type { LoggedIn } from "./administrator.js";
import { ADMITTED, requestOf } from "./admitted.js";
import { CallEventsService } from "./call-events.service.js";
import { ContactsInterceptor } from "./contacts.interceptor.js";
import { needsOf } from "./needs.js";

/** Keys of our pages; others are ignored. */
const REQUEST_KEY = /^[0-9a-f]{32}$/;

/** Header of automatic reads of a page that nobody uses: they do not extend the session's idle timeout either. */
const AUTOMATIC_REQUEST = "automatic-request";

/** Marks calls that pages poll: they do not extend the session's idle timeout. */
export const AutomaticRequest = Reflector.createDecorator<boolean>();

/** The scope of a call that other systems may make with an access token; every other call refuses tokens. */
const ScopeOfTokens = Reflector.createDecorator<TokenScope>();
/** Name of the access tokens' security scheme in the API's description. */
export const ACCESS_TOKEN = "access_token";

/**
 * The token of a request; undefined for another kind of Authorization, such as that of a proxy before a site under test. A request
 * that has one is judged by it alone: its cookies are not read.
 */
function bearerOf({ headers: { authorization } }: FastifyRequest): string | undefined {
  return /^bearer (.*)$/i.exec(authorization ?? "")?.[1]?.trim();
}

/** The event that a call names: in its path, or else in its query. */
function eventOf(request: FastifyRequest): unknown {
  const { slug } = request.params as { readonly slug?: string };
  return slug ?? (request.query as { readonly event?: unknown }).event;
}

/** Admits anyone who is logged in, even before their required first steps; others get a 401. */
@Injectable()
export class OwnAccountGuard implements CanActivate {
  constructor(
    private readonly administratorSessions: AdministratorSessionsService,
    private readonly accessTokens: AccessTokensService,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    await this.loggedIn(context);
    return true;
  }

  /** @throws HttpError not_authenticated; with an access token, those of {@link AccessTokensService.admit} */
  protected async loggedIn(context: ExecutionContext): Promise<LoggedIn> {
    const request = requestOf(context);
    const admitted = ADMITTED.get(request);
    if (admitted !== undefined) return admitted;
    const token = bearerOf(request);
    if (token !== undefined) {
      const scope = this.reflector.get(ScopeOfTokens, context.getHandler());
      const bearer = await this.accessTokens.admit(token, { method: request.method, scope, event: eventOf(request) });
      ADMITTED.set(request, bearer);
      return bearer;
    }
    const isAutomatic =
      this.reflector.get(AutomaticRequest, context.getHandler()) ||
      (request.method === "GET" && request.headers[AUTOMATIC_REQUEST] !== undefined);
    const found = await this.administratorSessions.of(request, !isAutomatic);
    if (found === undefined) throw new HttpError("not_authenticated");
    ADMITTED.set(request, found);
    return found;
  }
}

/** Admits anyone of the team who has no required first step left, to what is about herself. */
@Injectable()
export class OneselfGuard extends OwnAccountGuard {
  /** @throws HttpError not_authenticated, password_change_required, second_factor_setup_required */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const { step } = await this.loggedIn(context);
    if (step !== undefined) throw new HttpError(step);
    return true;
  }
}

/**
 * Admits people who have no required first step left and whose role has what the call needs ({@link Needs}), at its event. A call
 * that says nothing about it is refused.
 */
@Injectable()
export class AdministratorGuard extends OwnAccountGuard {
  constructor(
    administratorSessions: AdministratorSessionsService,
    accessTokens: AccessTokensService,
    reflector: Reflector,
    private readonly callEvents: CallEventsService,
  ) {
    super(administratorSessions, accessTokens, reflector);
  }

  /**
   * @throws HttpError not_authenticated, password_change_required, second_factor_setup_required, gate_only, operators_only, and
   *   those of {@link CallEventsService.check}
   */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const found = await this.loggedIn(context);
    if (found.step !== undefined) throw new HttpError(found.step);
    const needs = needsOf(context.getHandler());
    if (needs === undefined || !needs.rights.every((right) => hasRight(found, right))) throw roleLacks(found);
    await this.callEvents.check(found, requestOf(context), needs.events);
    return true;
  }
}

/** The answer to somebody whose role lacks a right. */
const roleLacks = ({ role }: LoggedIn): HttpError => new HttpError(role === "gate" ? "gate_only" : "operators_only");

/**
 * For anyone who is logged in, to manage their own account: allowed before a generated password is changed and before
 * a required second factor is set up. The controller's module must import AccountsModule.
 */
export const ForOwnAccount = (): ClassDecorator & MethodDecorator =>
  applyDecorators(UseGuards(OwnAccountGuard), ApiCookieAuth(ADMINISTRATOR_COOKIE), ApiErrors(["not_authenticated"]));

/** For anyone of the team, about herself, once no required first step is left. The controller's module must import AccountsModule. */
export const ForOneself = (): ClassDecorator & MethodDecorator =>
  applyDecorators(
    UseGuards(OneselfGuard),
    ApiCookieAuth(ADMINISTRATOR_COOKIE),
    ApiErrors(["not_authenticated", ...ACCOUNT_STEPS]),
  );

const guarded = (): ClassDecorator & MethodDecorator =>
  applyDecorators(
    UseGuards(AdministratorGuard),
    UseInterceptors(ContactsInterceptor),
    ApiCookieAuth(ADMINISTRATOR_COOKIE),
    ApiErrors(["not_authenticated", "gate_only", "operators_only", ...ACCOUNT_STEPS]),
  );

/** For people of the team whose role has what each method {@link Needs}. The controller's module must import AccountsModule. */
export const ForAdministrators = guarded;

/** The same, of a call that changes something. */
export const ForOperators = guarded;

/** For the gate. The controller's module must import AccountsModule. */
export const ForGate = guarded;

/** Beside a guard: other systems may make this call too, with an access token of this scope. */
export const ForTokens = (scope: TokenScope): MethodDecorator =>
  applyDecorators(
    ScopeOfTokens(scope),
    ApiBearerAuth(ACCESS_TOKEN),
    ApiErrors(["token_invalid", "token_not_accepted", "token_scope_missing", "token_event_refused", "rate_limited"]),
  );

/** The administrator of a guarded request. */
export const CurrentAdministrator = createParamDecorator((_: unknown, context: ExecutionContext): LoggedIn => {
  const administrator = ADMITTED.get(requestOf(context));
  // A route without its guard must not run unauthenticated.
  if (administrator === undefined) throw new HttpError("not_authenticated");
  const key = requestOf(context).headers["idempotency-key"];
  return typeof key === "string" && REQUEST_KEY.test(key) ? { ...administrator, requestKey: key } : administrator;
});
