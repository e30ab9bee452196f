import { AsyncLocalStorage } from "node:async_hooks";
import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from "@nestjs/common";
import { HttpAdapterHost } from "@nestjs/core";
import { hasRight } from "@sakhi/domain/access/rights";
import type { ErrorCode } from "@sakhi/domain/errors/error-codes";
import { PATHS } from "@sakhi/domain/site/routes";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AdministratorSessionsService } from "../accounts/administrator-sessions.service.js";
import { AuditLogService } from "../accounts/audit-log.service.js";
import { Database } from "../platform/database/database.js";
import { errorResponse, HttpError } from "../platform/http/error-response.js";
import { describeError, errorPlace } from "../platform/log/log.js";
import { QueueView } from "../platform/queue/queues.js";

/** Path of the dashboard. */
const QUEUE_BOARD_PATH = "/admin/queues";
const POLICY = "content-security-policy";
/** Allowed write routes of the library: retry, promote, remove. Others could add arbitrary jobs or pause a queue. */
const CHANGES: ReadonlySet<string | undefined> = new Set(
  ["retry/:queueStatus", "promote", ":jobId/retry", ":jobId/promote", ":jobId/clean"].map(
    (route) => `${QUEUE_BOARD_PATH}/api/queues/:queueName/${route}`,
  ),
);

/** Who asks. */
interface Acting {
  readonly id: string;
  readonly username: string;
}

/**
 * The queue dashboard (Bull Board). It has no login of its own, so requests need an administrator's session: viewers may
 * read, operators may also use {@link CHANGES}. Jobs hold ids only, so it shows no personal data.
 *
 * The library and its routes are loaded into a server of their own at the first use: they are a sixth of what an api's
 * start loads, and most apis never show them.
 */
@Injectable()
export class QueueBoard implements OnModuleInit, OnModuleDestroy {
  private readonly log = new Logger("QueueBoard");
  private readonly admitted = new WeakMap<FastifyRequest, Acting>();
  /** The administrator of a request on its way through the library's routes. */
  private readonly acting = new AsyncLocalStorage<Acting>();
  private opened: Promise<FastifyInstance> | undefined;

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly administratorSessions: AdministratorSessionsService,
    private readonly view: QueueView,
    private readonly auditLog: AuditLogService,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    // Not awaited: that would boot Fastify before Nest has set its error handler, and errors of hooks and of the body
    // parser would get Fastify's default response.
    void this.host.httpAdapter.getInstance<FastifyInstance>().register(
      async (scope) => {
        // The page has a <base> element.
        scope.addHook("onSend", async (_request, reply) => {
          const policy = String(reply.getHeader(POLICY) ?? "");
          void reply.header(POLICY, policy.replace("base-uri 'none'", "base-uri 'self'"));
        });
        // Before the body is read.
        scope.addHook("onRequest", async (request, reply) => {
          const administrator = await this.admit(request, reply);
          if (administrator !== undefined) this.admitted.set(request, administrator);
        });
        for (const path of ["", "/*"]) scope.all(path, async (request, reply) => await this.answer(request, reply));
      },
      { prefix: QUEUE_BOARD_PATH },
    );
  }

  async onModuleDestroy(): Promise<void> {
    await (await this.opened?.catch(() => undefined))?.close();
  }

  /** Answers an admitted request by the library's routes. */
  private async answer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const acting = this.admitted.get(request);
    if (acting === undefined) throw new Error("a request of the board that was not admitted");
    // Connects to the queues on first use only.
    this.opened ??= this.open();
    const board = await this.opened.catch((error: unknown) => {
      this.opened = undefined;
      throw error;
    });
    const { method, url, body } = request;
    // The body is read already; its former length would be awaited again.
    const { "content-length": _length, "transfer-encoding": _encoding, ...headers } = request.headers;
    const payload = body === undefined || body === null ? {} : { payload: body };
    // Fastify starts when it is awaited.
    const answer = await this.acting.run(
      acting,
      async () => await board.inject({ method: method as "GET", url, headers, ...payload }),
    );
    const { connection: _connection, "content-length": _ours, ...answered } = answer.headers;
    await reply.code(answer.statusCode).headers(answered).send(answer.rawPayload);
  }

  /** Loads the library, and serves its routes. */
  private async open(): Promise<FastifyInstance> {
    // One after the other: they share packages (docs/decisions/0056).
    const { createBullBoard } = await import("@bull-board/api");
    const { BullMQAdapter } = await import("@bull-board/api/bullMQAdapter");
    const { FastifyAdapter } = await import("@bull-board/fastify");
    const { fastify } = await import("fastify");
    const adapter = new FastifyAdapter();
    adapter.setBasePath(QUEUE_BOARD_PATH);
    const options = { uiConfig: { boardTitle: "Sakhi Bazaar queues" } };
    const board = createBullBoard({ queues: [], serverAdapter: adapter, options });
    // The library's handler would expose the error message.
    adapter.setErrorHandler((error) => this.sendError(error));
    for (const queue of await this.view.queues()) board.addQueue(new BullMQAdapter(queue));
    const server = fastify();
    server.addHook("onRequest", async (request, reply) => {
      if (isReading(request)) return;
      const acting = this.acting.getStore();
      if (acting !== undefined && CHANGES.has(request.routeOptions.url)) await this.recordChange(acting, request);
      else await reject(reply, "method_not_allowed");
    });
    server.setNotFoundHandler(async (_request, reply) => await reject(reply, "not_found"));
    await server.register(adapter.registerPlugin(), { prefix: QUEUE_BOARD_PATH });
    return server;
  }

  /** @returns the administrator if the request may go on; otherwise it is answered */
  private async admit(request: FastifyRequest, reply: FastifyReply): Promise<Acting | undefined> {
    void reply.header("cache-control", "no-store");
    const reading = isReading(request);
    const page = reading && !request.url.startsWith(`${QUEUE_BOARD_PATH}/api/`);
    // The page's polling does not extend the session.
    const administrator = await this.administratorSessions.of(request, page || !reading);
    if (administrator === undefined) {
      if (page) await reply.redirect(PATHS.adminLogin, 303);
      else await reject(reply, "not_authenticated");
      return undefined;
    }
    if (administrator.step !== undefined) {
      await reject(reply, administrator.step);
      return undefined;
    }
    if (
      !hasRight(administrator, reading ? "system.read" : "system.change") ||
      !hasRight(administrator, "contacts.read")
    ) {
      await reject(reply, administrator.role === "gate" ? "gate_only" : "operators_only");
      return undefined;
    }
    return administrator;
  }

  /** Records the path in the audit log: it names the job and the change, and no personal data. */
  private async recordChange(administrator: Acting, request: FastifyRequest): Promise<void> {
    const [address = ""] = request.url.split("?");
    await this.database.transaction((tx) =>
      this.auditLog.record(tx, {
        administrator,
        action: "queue_change_asked",
        subjectType: "queue",
        subjectId: address.replace(`${QUEUE_BOARD_PATH}/api/queues/`, "").slice(0, 200),
        after: { method: request.method },
      }),
    );
  }

  private sendError(error: unknown) {
    if (error instanceof HttpError) {
      const body = errorResponse(error.code);
      return { status: body.statusCode as 403, body };
    }
    this.log.error({ event: "request_failed", error: describeError(error), place: errorPlace(error) });
    const body = errorResponse("internal_error");
    return { status: body.statusCode as 500, body };
  }
}

const isReading = ({ method }: FastifyRequest): boolean => method === "GET" || method === "HEAD";

async function reject(reply: FastifyReply, code: ErrorCode): Promise<void> {
  const body = errorResponse(code);
  await reply.code(body.statusCode).type("application/json; charset=utf-8").send(body);
}
