import {
  applyDecorators,
  createParamDecorator,
  HttpCode,
  HttpStatus,
  Injectable,
  Post,
  UseGuards,
} from "@nestjs/common";
import type { CanActivate, ExecutionContext, Type } from "@nestjs/common";
import { ApiCookieAuth, ApiOkResponse } from "@nestjs/swagger";
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

/** Admits anyone who is logged in, even before their required first steps; everybody else gets a 401. */
@Injectable()
export class OwnAccountGuard implements CanActivate {
  constructor(private readonly sessions: AdministratorSessions) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    await this.loggedIn(requestOf(context));
    return true;
  }

  /** @throws HttpError not_authenticated */
  protected async loggedIn(request: FastifyRequest): Promise<LoggedIn> {
    const known = LET_IN.get(request);
    if (known !== undefined) return known;
    const found = await this.sessions.of(request);
    if (found === undefined) throw new HttpError("not_authenticated");
    LET_IN.set(request, found);
    return found;
  }
}

/** Admits anyone who is logged in and has no required first step left; everybody else gets a 401 or 403. */
@Injectable()
export class AdministratorGuard extends OwnAccountGuard {
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    await this.administrator(requestOf(context));
    return true;
  }

  /** @throws HttpError not_authenticated, password_change_required, second_factor_setup_required */
  protected async administrator(request: FastifyRequest): Promise<LoggedIn> {
    const found = await this.loggedIn(request);
    if (found.step !== undefined) throw new HttpError(found.step);
    return found;
  }
}

/** Lets in operators only; a viewer is answered 403. */
@Injectable()
export class OperatorGuard extends AdministratorGuard {
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const { role } = await this.administrator(requestOf(context));
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

/** A POST of the administration that makes nothing new: it is answered 200 with what came of it. */
export const PostAction = (path: string, type: Type): MethodDecorator =>
  applyDecorators(Post(path), HttpCode(HttpStatus.OK), ApiOkResponse({ type }));

/** The administrator of a guarded request. */
export const CurrentAdministrator = createParamDecorator((_: unknown, context: ExecutionContext): LoggedIn => {
  const administrator = LET_IN.get(requestOf(context));
  // A route that forgot its guard must not run with nobody.
  if (administrator === undefined) throw new HttpError("not_authenticated");
  return administrator;
});
