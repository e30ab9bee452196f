import { createBullBoard } from "@bull-board/api";
import { BullMQAdapter } from "@bull-board/api/bullMQAdapter";
import { FastifyAdapter } from "@bull-board/fastify";
import { Injectable, Logger, type OnModuleInit } from "@nestjs/common";
import { HttpAdapterHost } from "@nestjs/core";
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

/**
 * The queue dashboard (Bull Board). It has no login of its own, so requests need an administrator's session: viewers may
 * read, operators may also use {@link CHANGES}. Jobs hold ids only, so it shows no personal data.
 */
@Injectable()
export class QueueBoard implements OnModuleInit {
  private readonly log = new Logger("QueueBoard");

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly administratorSessions: AdministratorSessionsService,
    private readonly view: QueueView,
    private readonly auditLog: AuditLogService,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    const server = new FastifyAdapter();
    server.setBasePath(QUEUE_BOARD_PATH);
    const board = createBullBoard({
      queues: [],
      serverAdapter: server,
      options: { uiConfig: { boardTitle: "Sakhi Bazaar queues" } },
    });
    // The library's handler would expose the error message.
    server.setErrorHandler((error) => this.sendError(error));
    let opening: Promise<void> | undefined;
    const open = async (): Promise<void> => {
      for (const queue of await this.view.queues()) board.addQueue(new BullMQAdapter(queue));
    };
    // Not awaited: that would boot Fastify before Nest has set its error handler, and errors of hooks and of the body
    // parser would get Fastify's default response.
    void this.host.httpAdapter.getInstance<FastifyInstance>().register(
      async (scope) => {
        // The page has a <base> element.
        scope.addHook("onSend", async (_request, reply) => {
          const policy = String(reply.getHeader(POLICY) ?? "");
          void reply.header(POLICY, policy.replace("base-uri 'none'", "base-uri 'self'"));
        });
        scope.addHook("onRequest", async (request, reply) => {
          await this.admit(request, reply);
          if (reply.sent) return;
          // Connects to the queues on first use only.
          opening ??= open();
          await opening.catch((error: unknown) => {
            opening = undefined;
            throw error;
          });
        });
        await scope.register(server.registerPlugin());
      },
      { prefix: QUEUE_BOARD_PATH },
    );
  }

  private async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    void reply.header("cache-control", "no-store");
    const reading = request.method === "GET" || request.method === "HEAD";
    const page = reading && !request.url.startsWith(`${QUEUE_BOARD_PATH}/api/`);
    // The page's polling does not extend the session.
    const administrator = await this.administratorSessions.of(request, page || !reading);
    if (administrator === undefined) {
      if (page) await reply.redirect(PATHS.adminLogin, 303);
      else await reject(reply, "not_authenticated");
      return;
    }
    if (administrator.step !== undefined) {
      await reject(reply, administrator.step);
      return;
    }
    if (!reading && administrator.role !== "operator") {
      await reject(reply, "operators_only");
      return;
    }
    if (reading) return;
    if (CHANGES.has(request.routeOptions.url)) await this.recordChange(administrator, request);
    else await reject(reply, "method_not_allowed");
  }

  /** Records the path in the audit log: it names the job and the change, and no personal data. */
  private async recordChange(administrator: { id: string; username: string }, request: FastifyRequest): Promise<void> {
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

async function reject(reply: FastifyReply, code: ErrorCode): Promise<void> {
  const body = errorResponse(code);
  await reply.code(body.statusCode).type("application/json; charset=utf-8").send(body);
}
