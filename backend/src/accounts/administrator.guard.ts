import { applyDecorators, createParamDecorator, Injectable, UseGuards } from "@nestjs/common";
import type { CanActivate, ExecutionContext } from "@nestjs/common";
import { Reflector } from "@nestjs/core";
import { ApiCookieAuth } from "@nestjs/swagger";
import { ACCOUNT_STEPS } from "@sakhi/domain/accounts/administrator.rules";
import type { FastifyRequest } from "fastify";
import { ApiErrors } from "../platform/http/api-errors.js";
import { HttpError } from "../platform/http/error-response.js";
import type { LoggedIn } from "./administrator.js";
import { ADMINISTRATOR_COOKIE } from "./administrator-cookie.js";
import { AdministratorSessions } from "./administrator-sessions.service.js";

/** Whom a guard has let in, for the guards and parameters after it. */
const LET_IN = new WeakMap<FastifyRequest, LoggedIn>();

const requestOf = (context: ExecutionContext): FastifyRequest => context.switchToHttp().getRequest<FastifyRequest>();

/** For what pages ask again and again by themselves: it is no use of the session, which ends two hours after its last. */
export const AskedByItself = Reflector.createDecorator<boolean>();

/** Admits anyone who is logged in, even before their required first steps; everybody else gets a 401. */
@Injectable()
export class OwnAccountGuard implements CanActivate {
  constructor(
    private readonly sessions: AdministratorSessions,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    await this.loggedIn(context);
    return true;
  }

  /** @throws HttpError not_authenticated */
  protected async loggedIn(context: ExecutionContext): Promise<LoggedIn> {
    const request = requestOf(context);
    const known = LET_IN.get(request);
    if (known !== undefined) return known;
    const found = await this.sessions.of(request, !this.reflector.get(AskedByItself, context.getHandler()));
    if (found === undefined) throw new HttpError("not_authenticated");
    LET_IN.set(request, found);
    return found;
  }
}

/** Admits anyone who is logged in and has no required first step left; everybody else gets a 401 or 403. */
@Injectable()
export class AdministratorGuard extends OwnAccountGuard {
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    await this.administrator(context);
    return true;
  }

  /** @throws HttpError not_authenticated, password_change_required, second_factor_setup_required */
  protected async administrator(context: ExecutionContext): Promise<LoggedIn> {
    const found = await this.loggedIn(context);
    if (found.step !== undefined) throw new HttpError(found.step);
    return found;
  }
}

/** Lets in operators only; a viewer is answered 403. */
@Injectable()
export class OperatorGuard extends AdministratorGuard {
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const { role } = await this.administrator(context);
    if (role !== "operator") throw new HttpError("operators_only");
    return true;
  }
}

/**
 * For anyone who is logged in, to manage their own account: open before a generated password is changed and before
 * a second factor is set up. The module of the controller imports AccountsModule.
 */
export const ForOwnAccount = (): ClassDecorator & MethodDecorator =>
  applyDecorators(UseGuards(OwnAccountGuard), ApiCookieAuth(ADMINISTRATOR_COOKIE), ApiErrors(["not_authenticated"]));

/** For any administrator who is logged in. The module of the controller imports AccountsModule. */
export const ForAdministrators = (): ClassDecorator & MethodDecorator =>
  applyDecorators(
    UseGuards(AdministratorGuard),
    ApiCookieAuth(ADMINISTRATOR_COOKIE),
    ApiErrors(["not_authenticated", ...ACCOUNT_STEPS]),
  );

/** For operators only: everything that changes something. The module of the controller imports AccountsModule. */
export const ForOperators = (): ClassDecorator & MethodDecorator =>
  applyDecorators(
    UseGuards(OperatorGuard),
    ApiCookieAuth(ADMINISTRATOR_COOKIE),
    ApiErrors(["not_authenticated", "operators_only", ...ACCOUNT_STEPS]),
  );

/** The administrator of a guarded request. */
export const CurrentAdministrator = createParamDecorator((_: unknown, context: ExecutionContext): LoggedIn => {
  const administrator = LET_IN.get(requestOf(context));
  // A route that forgot its guard must not run with nobody.
  if (administrator === undefined) throw new HttpError("not_authenticated");
  return administrator;
});
