import { applyDecorators, createParamDecorator, Injectable, UseGuards } from "@nestjs/common";
import type { CanActivate, ExecutionContext } from "@nestjs/common";
import { ApiCookieAuth } from "@nestjs/swagger";
import type { FastifyRequest } from "fastify";
import { Refuses } from "../platform/http/api-refusals.js";
import { HttpRefusal } from "../platform/http/error-answer.js";
import type { Administrator } from "./administrator.js";
import { ADMINISTRATOR_COOKIE } from "./administrator-cookie.js";
import { AdministratorSessions } from "./administrator-sessions.service.js";

/** Whom a guard has let in, for the guards and parameters after it. */
const LET_IN = new WeakMap<FastifyRequest, Administrator>();

const requestOf = (context: ExecutionContext): FastifyRequest =>
  context.switchToHttp().getRequest<FastifyRequest>();

/** Lets in whoever is logged in; everybody else is answered 401, whatever the address may be. */
@Injectable()
export class AdministratorGuard implements CanActivate {
  constructor(private readonly sessions: AdministratorSessions) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    await this.administrator(requestOf(context));
    return true;
  }

  /** @throws HttpRefusal not_authenticated */
  protected async administrator(request: FastifyRequest): Promise<Administrator> {
    const known = LET_IN.get(request);
    if (known !== undefined) return known;
    const found = await this.sessions.of(request);
    if (found === undefined) throw new HttpRefusal("not_authenticated");
    LET_IN.set(request, found);
    return found;
  }
}

/** Lets in operators only; a viewer is answered 403. */
@Injectable()
export class OperatorGuard extends AdministratorGuard {
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const { role } = await this.administrator(requestOf(context));
    if (role !== "operator") throw new HttpRefusal("operators_only");
    return true;
  }
}

/** For any administrator who is logged in. The module of the controller imports AccountsModule. */
export const ForAdministrators = (): ClassDecorator & MethodDecorator =>
  applyDecorators(
    UseGuards(AdministratorGuard),
    ApiCookieAuth(ADMINISTRATOR_COOKIE),
    Refuses(["not_authenticated"]),
  );

/** For operators only: everything that changes something. The module of the controller imports AccountsModule. */
export const ForOperators = (): ClassDecorator & MethodDecorator =>
  applyDecorators(
    UseGuards(OperatorGuard),
    ApiCookieAuth(ADMINISTRATOR_COOKIE),
    Refuses(["not_authenticated", "operators_only"]),
  );

/** The administrator of a guarded request. */
export const CurrentAdministrator = createParamDecorator(
  (_: unknown, context: ExecutionContext): Administrator => {
    const administrator = LET_IN.get(requestOf(context));
    // A route that forgot its guard must not run with nobody.
    if (administrator === undefined) throw new HttpRefusal("not_authenticated");
    return administrator;
  },
);
