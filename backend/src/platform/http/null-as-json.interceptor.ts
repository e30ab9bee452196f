import { Injectable } from "@nestjs/common";
import type { CallHandler, ExecutionContext, NestInterceptor } from "@nestjs/common";
import type { FastifyReply } from "fastify";
import { map } from "rxjs";
import type { Observable } from "rxjs";

/** Answers null as the JSON value `null`; Fastify would send an empty body, which is no JSON. */
@Injectable()
export class NullAsJson implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    return next.handle().pipe(
      map((answer) => {
        if (answer !== null) return answer;
        context.switchToHttp().getResponse<FastifyReply>().type("application/json; charset=utf-8");
        return "null";
      }),
    );
  }
}
