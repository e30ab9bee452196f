import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { DeliveriesQueryDto, WebhookEndpointDto } from "@sakhi/domain/integrations/webhook.dto";
import {
  type DeliveryState,
  endpointUrlProblem,
  MAX_ENDPOINTS,
  ROTATION_HOURS,
  type SentWebhookKind,
  type WebhookData,
  webhookBody,
  webhookId,
} from "@sakhi/domain/integrations/webhook.rules";
import type { Administrator } from "../accounts/administrator.js";
import { OperatorTransactionService } from "../accounts/operator-transaction.service.js";
import { IssuesService } from "../issues/issues.service.js";
import { Config } from "../platform/config/config.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { HttpError } from "../platform/http/error-response.js";
import { type Page, toResponse } from "../platform/http/list-response.js";
import type { WebhookEndpointEntity } from "./integrations.entities.js";
import type {
  WebhookAttemptResponse,
  WebhookDeliveryResponse,
  WebhookEndpointResponse,
  WebhookSecretResponse,
} from "./integrations.response.js";
import { OutgoingEventsService } from "./outgoing-events.service.js";
import { GIVE_UP_WAITING } from "./webhook-delivery.service.js";
import { WebhookSecrets } from "./webhook-secrets.js";

/** Attempts of a delivery that are listed. */
const LISTED_ATTEMPTS = 20;
const DEFAULT_PAGE = 50;

const ENDPOINTS = `
  SELECT w.id, w.name, w.url, w.kinds, w.created_at AS "createdAt", w.created_by AS "createdBy", w.delivered_at AS "deliveredAt",
         w.failing_since AS "failingSince", w.disabled_at AS "disabledAt", w.disabled_by AS "disabledBy",
         CASE WHEN w.previous_until > clock_timestamp() THEN w.previous_until END AS "previousUntil",
         CASE WHEN w.event_ids IS NOT NULL
              THEN (SELECT coalesce(array_agg(e.slug ORDER BY e.slug), '{}') FROM events e WHERE e.id = ANY (w.event_ids)) END AS events,
         (SELECT count(*)::int FROM webhook_deliveries d WHERE d.endpoint_id = w.id AND d.state IN ('waiting', 'sending')) AS waiting,
         (SELECT count(*)::int FROM webhook_deliveries d WHERE d.endpoint_id = w.id AND d.state = 'failed') AS failed
    FROM webhook_endpoints w`;
const DELIVERIES = `
  SELECT d.id, d.event_id AS "eventId", v.kind, v.data, v.at, d.state, d.due_at AS "dueAt", d.ended_at AS "endedAt", d.problem,
         coalesce((SELECT json_agg(json_build_object('at', a.at, 'status', a.status, 'ms', a.ms, 'problem', a.problem,
                                                     'answer', a.answer) ORDER BY a.id DESC)
                     FROM (SELECT * FROM webhook_attempts l WHERE l.delivery_id = d.id ORDER BY l.id DESC LIMIT ${LISTED_ATTEMPTS}) a),
                  '[]') AS attempts
    FROM webhook_deliveries d JOIN webhook_events v ON v.id = d.event_id
   WHERE d.endpoint_id = :id AND (:state::text IS NULL OR d.state = :state)`;
/** Starts its attempts from the beginning, with the same id. */
const SEND_AGAIN = `
  UPDATE webhook_deliveries d
     SET state = 'waiting', attempts = 0, due_at = clock_timestamp(), queued_at = NULL, claimed_at = NULL, ended_at = NULL
   WHERE d.endpoint_id = :endpointId AND d.state IN ('delivered', 'failed')`;

/** What is kept of an endpoint. */
type Listed = Omit<WebhookEndpointResponse, "createdAt" | "events"> & {
  readonly createdAt: Date;
  readonly events: string[] | null;
};

interface ListedDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly kind: SentWebhookKind;
  readonly data: WebhookData;
  readonly at: Date;
  readonly state: DeliveryState;
  readonly dueAt: Date;
  readonly endedAt: Date | null;
  readonly problem: string | null;
  readonly attempts: readonly WebhookAttemptResponse[];
}

/** What an entry of the audit log about an endpoint is about. */
const about = (id: string) => ({ subjectType: "organisation", subjectId: `webhook ${id}` }) as const;

/** Endpoints of other systems, as operators keep them, and the log of what they were notified. */
@Injectable()
export class WebhookEndpointsService {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly operatorTransaction: OperatorTransactionService,
    private readonly secrets: WebhookSecrets,
    private readonly outgoing: OutgoingEventsService,
    private readonly issues: IssuesService,
  ) {}

  async list(): Promise<WebhookEndpointResponse[]> {
    const found = await this.database.query<Listed>(`${ENDPOINTS} ORDER BY w.created_at, w.id`);
    return found.map(toResponse) as WebhookEndpointResponse[];
  }

  /** @throws DomainError webhooks_full, event_not_found @throws HttpError invalid_request */
  async add(administrator: Administrator, dto: WebhookEndpointDto): Promise<WebhookSecretResponse> {
    this.assertUrl(dto.url);
    const added = await this.operatorTransaction.run(administrator, async (tx) => {
      const [counted] = await rows<{ count: number }>(tx, "SELECT count(*)::int AS count FROM webhook_endpoints");
      if ((counted?.count ?? 0) >= MAX_ENDPOINTS) throw new DomainError("webhooks_full");
      const id = randomUUID();
      const sealed = this.secrets.make(id);
      await rows(
        tx,
        `INSERT INTO webhook_endpoints (id, name, url, kinds, event_ids, secret, created_by)
         VALUES (:id, :name, :url, :kinds, :eventIds, :secret, :createdBy)`,
        { id, ...(await columnsOfDto(tx, dto)), secret: sealed, createdBy: administrator.username },
      );
      return { response: id, audit: { action: "webhook_endpoint_added", ...about(id), after: factsOf(dto) } };
    });
    return this.secretOf(added);
  }

  /** @throws DomainError webhook_not_found, event_not_found @throws HttpError invalid_request */
  async change(administrator: Administrator, id: string, dto: WebhookEndpointDto): Promise<void> {
    this.assertUrl(dto.url);
    await this.operatorTransaction.run(administrator, async (tx) => {
      const before = await lock(tx, id);
      await rows(
        tx,
        "UPDATE webhook_endpoints SET name = :name, url = :url, kinds = :kinds, event_ids = :eventIds WHERE id = :id",
        { id, ...(await columnsOfDto(tx, dto)) },
      );
      return {
        response: null,
        audit: {
          ...{ action: "webhook_endpoint_changed", ...about(id) },
          ...{
            before: { name: before.name, host: hostOf(before.url), kinds: before.kinds.join(" ") },
            after: factsOf(dto),
          },
        },
      };
    });
  }

  /** Deletes an endpoint with its log. @throws DomainError webhook_not_found */
  async remove(administrator: Administrator, id: string, reason: string): Promise<void> {
    await this.operatorTransaction.run(administrator, async (tx) => {
      const { name, url } = await lock(tx, id);
      await rows(tx, "DELETE FROM webhook_endpoints WHERE id = :id", { id });
      await this.issues.closeIfOpen(tx, "webhook_disabled", id);
      const before = { name, host: hostOf(url) };
      return { response: null, audit: { action: "webhook_endpoint_deleted", ...about(id), reason, before } };
    });
  }

  /** Enables an endpoint, or disables it and gives up what waits. @throws DomainError webhook_not_found */
  async enable(administrator: Administrator, id: string, enabled: boolean): Promise<void> {
    await this.operatorTransaction.run(administrator, async (tx) => {
      await lock(tx, id);
      if (enabled) {
        await rows(
          tx,
          "UPDATE webhook_endpoints SET disabled_at = NULL, disabled_by = NULL, failing_since = NULL WHERE id = :id",
          { id },
        );
        await this.issues.closeIfOpen(tx, "webhook_disabled", id);
      } else {
        await rows(
          tx,
          `UPDATE webhook_endpoints SET disabled_at = clock_timestamp(), disabled_by = 'operator'
            WHERE id = :id AND disabled_at IS NULL`,
          { id },
        );
        await rows(tx, GIVE_UP_WAITING, { endpointId: id, problem: "Not sent: the endpoint is disabled" });
      }
      const action = enabled ? "webhook_endpoint_enabled" : "webhook_endpoint_disabled";
      return { response: null, audit: { action, ...about(id) } };
    });
  }

  /** Makes a new secret; the one before signs too for a day. @throws DomainError webhook_not_found */
  async rotate(administrator: Administrator, id: string): Promise<WebhookSecretResponse> {
    await this.operatorTransaction.run(administrator, async (tx) => {
      await lock(tx, id);
      const sealed = this.secrets.make(id);
      await rows(
        tx,
        `UPDATE webhook_endpoints
            SET previous_secret = secret, previous_until = clock_timestamp() + make_interval(hours => :hours), secret = :sealed
          WHERE id = :id`,
        { id, sealed, hours: ROTATION_HOURS },
      );
      return { response: id, audit: { action: "webhook_secret_rotated", ...about(id) } };
    });
    return this.secretOf(id);
  }

  /** Sends a test; it is tried once. @throws DomainError webhook_not_found */
  async ping(administrator: Administrator, id: string): Promise<void> {
    await this.operatorTransaction.run(administrator, async (tx) => {
      await lock(tx, id);
      const deliveryId = await this.outgoing.ping(tx, id);
      return { response: null, audit: { action: "webhook_tested", ...about(id), after: { deliveryId } } };
    });
  }

  /** The log of an endpoint, newest first. @throws DomainError webhook_not_found */
  async deliveries(
    id: string,
    { state, limit = DEFAULT_PAGE, offset = 0 }: DeliveriesQueryDto,
  ): Promise<Page<WebhookDeliveryResponse>> {
    const [endpoint] = await this.database.query("SELECT id FROM webhook_endpoints WHERE id = :id", { id });
    if (endpoint === undefined) throw new DomainError("webhook_not_found");
    const filter = { id, state: state ?? null };
    const [found, total] = await Promise.all([
      this.database.query<ListedDelivery>(
        `${DELIVERIES} ORDER BY d.created_at DESC, d.id LIMIT :limit OFFSET :offset`,
        { ...filter, ...{ limit, offset } },
      ),
      this.database.count(
        "SELECT FROM webhook_deliveries d WHERE d.endpoint_id = :id AND (:state::text IS NULL OR d.state = :state)",
        filter,
      ),
    ]);
    return { rows: found.map(deliveryOf), total };
  }

  /** Sends one delivery again, with the same id. @throws DomainError webhook_not_found, webhook_disabled, delivery_not_found */
  async sendAgain(administrator: Administrator, id: string, deliveryId: string): Promise<void> {
    await this.operatorTransaction.run(administrator, async (tx) => {
      const { disabledAt } = await lock(tx, id);
      if (disabledAt !== null) throw new DomainError("webhook_disabled");
      const sent = await rows(tx, `${SEND_AGAIN} AND d.id = :deliveryId RETURNING d.id`, {
        endpointId: id,
        deliveryId,
      });
      if (sent.length === 0) throw new DomainError("delivery_not_found");
      return { response: null, audit: { action: "webhook_sent_again", ...about(id), after: { deliveryId } } };
    });
  }

  /** Sends all given-up deliveries again, but tests. @returns their number @throws DomainError webhook_not_found, webhook_disabled */
  sendFailedAgain(administrator: Administrator, id: string): Promise<number> {
    return this.operatorTransaction.run(administrator, async (tx) => {
      const { disabledAt } = await lock(tx, id);
      if (disabledAt !== null) throw new DomainError("webhook_disabled");
      const sent = await rows(
        tx,
        `${SEND_AGAIN} AND d.state = 'failed'
           AND EXISTS (SELECT FROM webhook_events v WHERE v.id = d.event_id AND v.kind <> 'test.ping') RETURNING d.id`,
        { endpointId: id },
      );
      const after = { deliveries: sent.length };
      return { response: sent.length, audit: { action: "webhook_failed_sent_again", ...about(id), after } };
    });
  }

  /** The current secret: read after the action, whose response is kept for a day for who repeats its request. */
  private async secretOf(id: string): Promise<WebhookSecretResponse> {
    const [found] = await this.database.query<{ id: string; secret: string }>(
      "SELECT id, secret FROM webhook_endpoints WHERE id = :id",
      { id },
    );
    const secret = found === undefined ? undefined : this.secrets.shown(found);
    if (secret === undefined) throw new DomainError("webhook_not_found");
    return { id, secret };
  }

  /** @throws HttpError invalid_request */
  private assertUrl(url: string): void {
    const problem = endpointUrlProblem(url, this.config.production);
    if (problem !== undefined) throw new HttpError("invalid_request", { fields: { url: [problem] } }, {}, problem);
  }
}

/** @throws DomainError webhook_not_found */
async function lock(tx: Tx, id: string): Promise<Pick<WebhookEndpointEntity, "name" | "url" | "kinds" | "disabledAt">> {
  const [found] = await rows<Pick<WebhookEndpointEntity, "name" | "url" | "kinds" | "disabledAt">>(
    tx,
    `SELECT name, url, kinds, disabled_at AS "disabledAt" FROM webhook_endpoints WHERE id = :id FOR UPDATE`,
    { id },
  );
  if (found === undefined) throw new DomainError("webhook_not_found");
  return found;
}

/** @throws DomainError event_not_found */
async function columnsOfDto(tx: Tx, { name, url, kinds, events = [] }: WebhookEndpointDto) {
  if (events.length === 0) return { name, url, kinds, eventIds: null };
  const found = await rows<{ id: number }>(tx, "SELECT id FROM events WHERE slug = ANY(:events)", { events });
  if (found.length !== new Set(events).size) throw new DomainError("event_not_found");
  return { name, url, kinds, eventIds: found.map((event) => event.id) };
}

/** An address may have a secret of the other system in it. */
const hostOf = (url: string): string => new URL(url).host;

const factsOf = ({ name, url, kinds, events = [] }: WebhookEndpointDto) => ({
  ...{ name, host: hostOf(url), kinds: kinds.join(" "), events: events.join(" ") || "all" },
});

function deliveryOf({ eventId, data, dueAt, attempts, ...delivery }: ListedDelivery): WebhookDeliveryResponse {
  const { kind, at, state } = delivery;
  const isOpen = state === "waiting" || state === "sending";
  return {
    ...toResponse(delivery),
    webhookId: webhookId(eventId),
    body: webhookBody(kind, at, data),
    ...(isOpen ? { dueAt: dueAt.toISOString() } : {}),
    attempts: attempts.map(({ at: moment, status, ms, problem, answer }) =>
      toResponse({ at: new Date(moment), status, ms, problem, answer }),
    ),
  };
}
