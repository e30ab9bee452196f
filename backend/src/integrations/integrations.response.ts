import { ApiProperty } from "@nestjs/swagger";
import {
  DELIVERY_STATES,
  type DeliveryState,
  DISABLED_REASONS,
  type DisabledReason,
  type SentWebhookKind,
  TEST_PING,
  WEBHOOK_KINDS,
  type WebhookKind,
} from "@sakhi/domain/integrations/webhook.rules";

/** Where another system is notified what happened; never its secret. */
export class WebhookEndpointResponse {
  id!: string;
  /** The other system, as operators call it. */
  name!: string;
  url!: string;
  @ApiProperty({ enum: WEBHOOK_KINDS, enumName: "WebhookKind", isArray: true })
  kinds!: WebhookKind[];
  /** Slugs of the events whose bookings it is notified of; absent for all. */
  events?: string[];
  createdAt!: string;
  createdBy!: string;
  /** Its last delivery. */
  deliveredAt?: string;
  /** The first failed attempt since then. */
  failingSince?: string;
  disabledAt?: string;
  @ApiProperty({ enum: DISABLED_REASONS, enumName: "WebhookDisabledReason", required: false })
  disabledBy?: DisabledReason;
  /** Until then the secret before signs too. */
  previousUntil?: string;
  /** Deliveries that wait for their next attempt. */
  waiting!: number;
  /** Deliveries in the log that were given up. */
  failed!: number;
}

/** A new secret of an endpoint; shown only once. */
export class WebhookSecretResponse {
  id!: string;
  /** whsec_ and base64, as libraries of the Standard Webhooks specification take it. */
  secret!: string;
}

/** One attempt of a delivery. */
export class WebhookAttemptResponse {
  at!: string;
  /** HTTP status; absent without an answer. */
  status?: number;
  /** How long it took, in milliseconds. */
  ms!: number;
  /** Why it failed. */
  problem?: string;
  /** The first bytes of the answer. */
  answer?: string;
}

/** An event on its way to an endpoint. */
export class WebhookDeliveryResponse {
  id!: string;
  /** The header webhook-id: the same at each attempt. */
  webhookId!: string;
  @ApiProperty({ enum: [...WEBHOOK_KINDS, TEST_PING], enumName: "SentWebhookKind" })
  kind!: SentWebhookKind;
  @ApiProperty({ enum: DELIVERY_STATES, enumName: "WebhookDeliveryState" })
  state!: DeliveryState;
  /** When it happened. */
  at!: string;
  /** The body that is sent. */
  body!: string;
  /** When it is tried next; absent once it has ended. */
  dueAt?: string;
  endedAt?: string;
  /** Why the last attempt failed. */
  problem?: string;
  /** Newest first, at most 20. */
  attempts!: WebhookAttemptResponse[];
}

/** How many deliveries are sent again. */
export class SentAgainResponse {
  deliveries!: number;
}
