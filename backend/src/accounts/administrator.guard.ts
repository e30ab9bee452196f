import { applyDecorators, createParamDecorator, Injectable, UseGuards, UseInterceptors } from "@nestjs/common";
import type { CanActivate, ExecutionContext } from "@nestjs/common";
import { Reflector } from "@nestjs/core";
import { ApiCookieAuth } from "@nestjs/swagger";
import { hasRight } from "@sakhi/domain/access/rights";
import { ACCOUNT_STEPS } from "@sakhi/domain/accounts/administrator.rules";
import { ApiErrors } from "../platform/http/api-errors.js";
import { HttpError } from "../platform/http/error-response.js";
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

/** Admits anyone who is logged in, even before their required first steps; others get a 401. */
@Injectable()
export class OwnAccountGuard implements CanActivate {
  constructor(
    private readonly administratorSessions: AdministratorSessionsService,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    await this.loggedIn(context);
    return true;
  }

  /** @throws HttpError not_authenticated */
  protected async loggedIn(context: ExecutionContext): Promise<LoggedIn> {
    const request = requestOf(context);
    const admitted = ADMITTED.get(request);
    if (admitted !== undefined) return admitted;
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
    reflector: Reflector,
    private readonly callEvents: CallEventsService,
  ) {
    super(administratorSessions, reflector);
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

/** The administrator of a guarded request. */
export const CurrentAdministrator = createParamDecorator((_: unknown, context: ExecutionContext): LoggedIn => {
  const administrator = ADMITTED.get(requestOf(context));
  // A route without its guard must not run unauthenticated.
  if (administrator === undefined) throw new HttpError("not_authenticated");
  const key = requestOf(context).headers["idempotency-key"];
  return typeof key === "string" && REQUEST_KEY.test(key) ? { ...administrator, requestKey: key } : administrator;
});
