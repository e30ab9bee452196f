import type {
  DeliveryState,
  DisabledReason,
  SentWebhookKind,
  WebhookData,
  WebhookKind,
} from "@sakhi/domain/integrations/webhook.rules";
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from "typeorm";

/** Where another system is notified what happened. */
@Entity("webhook_endpoints")
export class WebhookEndpointEntity {
  @PrimaryColumn("uuid") id!: string;
  /** The other system, as operators call it. */
  @Column("text") name!: string;
  @Column("text") url!: string;
  @Column("text", { array: true }) kinds!: WebhookKind[];
  /** Events whose bookings it is notified of; null for all. */
  @Column("int", { array: true, nullable: true }) eventIds!: number[] | null;
  /** Signs deliveries; sealed. */
  @Column("text") secret!: string;
  /** The one before, which signs too until {@link previousUntil}; sealed. */
  @Column("text", { nullable: true }) previousSecret!: string | null;
  @Column("timestamptz", { nullable: true }) previousUntil!: Date | null;
  @Column("timestamptz") createdAt!: Date;
  /** The operator who added it. */
  @Column("text") createdBy!: string;
  /** Its last delivery. */
  @Column("timestamptz", { nullable: true }) deliveredAt!: Date | null;
  /** The first failed attempt since its last delivery. */
  @Column("timestamptz", { nullable: true }) failingSince!: Date | null;
  @Column("timestamptz", { nullable: true }) disabledAt!: Date | null;
  @Column("text", { nullable: true }) disabledBy!: DisabledReason | null;
}

/** What happened, as other systems are notified; stored only if one is notified of it. */
@Entity("webhook_events")
export class WebhookEventEntity {
  /** Derived from kind, subject and turn, so a history that is restored is of the same event. */
  @PrimaryColumn("uuid") id!: string;
  @Column("text") kind!: SentWebhookKind;
  /** The booking, the application, or of a test the endpoint. */
  @Column("uuid") subjectId!: string;
  /** Ids, amounts and times; never a name, e-mail, phone or GST number. */
  @Column("jsonb") data!: WebhookData;
  @Column("timestamptz") at!: Date;
}

/** An event on its way to one endpoint. */
@Entity("webhook_deliveries")
export class WebhookDeliveryEntity {
  @PrimaryColumn("uuid") id!: string;
  @Column("uuid") eventId!: string;
  @Column("uuid") endpointId!: string;
  @Column("text") state!: DeliveryState;
  /** Attempts since it was made or sent again; also distinguishes one claim from the next. */
  @Column("int") attempts!: number;
  @Column("timestamptz") createdAt!: Date;
  /** Not attempted before. */
  @Column("timestamptz") dueAt!: Date;
  /** When its job was queued; null for none yet. */
  @Column("timestamptz", { nullable: true }) queuedAt!: Date | null;
  /** Start of the current claim; an old one is abandoned. */
  @Column("timestamptz", { nullable: true }) claimedAt!: Date | null;
  @Column("timestamptz", { nullable: true }) endedAt!: Date | null;
  /** Of its last attempt, in words of ours. */
  @Column("text", { nullable: true }) problem!: string | null;
}

/** One attempt of a delivery. */
@Entity("webhook_attempts")
export class WebhookAttemptEntity {
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "ALWAYS" }) id!: string;
  @Column("uuid") deliveryId!: string;
  @Column("timestamptz") at!: Date;
  /** HTTP status of the answer; null without one. */
  @Column("int", { nullable: true }) status!: number | null;
  /** How long it took. */
  @Column("int") ms!: number;
  /** Why it failed, in words of ours. */
  @Column("text", { nullable: true }) problem!: string | null;
  /** The first bytes of the answer, of characters that can be shown. */
  @Column("text", { nullable: true }) answer!: string | null;
}
