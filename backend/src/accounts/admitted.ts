import type { ExecutionContext } from "@nestjs/common";
import type { FastifyRequest } from "fastify";
import type { LoggedIn } from "./administrator.js";

/** The administrator of each request that a guard let in, for later guards, interceptors and parameters. */
export const ADMITTED = new WeakMap<FastifyRequest, LoggedIn>();

export const requestOf = (context: ExecutionContext): FastifyRequest =>
  context.switchToHttp().getRequest<FastifyRequest>();
