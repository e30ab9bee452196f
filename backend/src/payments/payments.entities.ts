import type { Paise } from "@sakhi/domain/money/money";
import type { DisputeOutcome } from "@sakhi/domain/payments/dispute.rules";
import type { DisputeStage } from "@sakhi/domain/payments/dispute.stages";
import type { Actor } from "@sakhi/domain/payments/lifecycle.states";
import type {
  AttemptState,
  OrderState,
  PaymentEnvironment,
  PaymentOutcome,
  RefundReason,
  RefundState,
} from "@sakhi/domain/payments/payment.states";
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from "typeorm";
import { asNumber } from "../platform/database/columns.js";
import type { OrderRequest, WebhookConcern } from "./provider/payment-provider.js";

/** What an order pays for. */
export type SubjectType = "booking" | "application";

/** Who can end the payment window: the visitor, the clock, or an operator. */
export type ClosingActor = Extract<Actor, "visitor" | "system" | "operator">;

/** A payment order. The amount is in paise. */
@Entity("orders")
export class OrderEntity {
  @PrimaryColumn("text") orderId!: string;
  @Column("text") subjectType!: SubjectType;
  @Column("uuid") subjectId!: string;
  @Column("bigint", { transformer: asNumber }) amountPaise!: Paise;
  @Column("text") currency!: string;
  @Column("text") state!: OrderState;
  @Column("text", { nullable: true }) environment!: PaymentEnvironment | null;
  @Column("text", { nullable: true }) paymentSessionId!: string | null;
  /** When the provider ends the order. */
  @Column("timestamptz", { nullable: true }) providerExpiresAt!: Date | null;
  /** When closing started; no payment is started after it. */
  @Column("timestamptz", { nullable: true }) closingSince!: Date | null;
  /** Last read at the provider; throttles the return page. */
  @Column("timestamptz", { nullable: true }) askedAt!: Date | null;
  @Column("timestamptz") createdAt!: Date;
  @Column("timestamptz", { nullable: true }) endedAt!: Date | null;
  /** Paid to the operator directly; unknown to the payment provider. */
  @Column("boolean") offline!: boolean;
  /** Who ended the time to pay. */
  @Column("text", { nullable: true }) closingActor!: ClosingActor | null;
  /** The payment that the sale was made with; any other is refunded. */
  @Column("text", { nullable: true }) soldPaymentId!: string | null;
  /** The move of its booking that it pays for; null of an order that pays for its subject itself. */
  @Column("uuid", { nullable: true }) moveId!: string | null;
}

/** A payment of an order, as the provider reports it, or one received offline. Never deleted. */
@Entity("payments")
export class PaymentEntity {
  @PrimaryColumn("text") providerPaymentId!: string;
  @Column("text") orderId!: string;
  @Column("text") providerStatus!: string;
  @Column("text") outcome!: PaymentOutcome;
  @Column("bigint", { transformer: asNumber }) amountPaise!: Paise;
  @Column("text") currency!: string;
  @Column("text", { nullable: true }) paymentMode!: string | null;
  @Column("timestamptz", { nullable: true }) startedAt!: Date | null;
  @Column("timestamptz", { nullable: true }) completedAt!: Date | null;
  @Column("timestamptz") seenAt!: Date;
  @Column("timestamptz") updatedAt!: Date;
  /** Receipt number of money that an operator took without the provider. */
  @Column("text", { nullable: true }) offlineReference!: string | null;
}

/** A request to the provider to open an order. */
@Entity("payment_attempts")
export class PaymentAttemptEntity {
  @PrimaryColumn("uuid") id!: string;
  @Column("text") orderId!: string;
  @Column("uuid") idempotencyKey!: string;
  @Column("text") state!: AttemptState;
  @Column("jsonb") request!: OrderRequest;
  @Column("int", { nullable: true }) responseStatus!: number | null;
  @Column("jsonb", { nullable: true }) response!: Readonly<Record<string, string>> | null;
  @Column("timestamptz") createdAt!: Date;
  @Column("timestamptz", { nullable: true }) answeredAt!: Date | null;
  @Column("timestamptz", { nullable: true }) erasedAt!: Date | null;
}

/** A refund of an order. */
@Entity("refunds")
export class RefundEntity {
  @PrimaryColumn("text") refundId!: string;
  @Column("text") orderId!: string;
  @Column("bigint", { transformer: asNumber }) amountPaise!: Paise;
  @Column("text") reason!: RefundReason;
  @Column("text") state!: RefundState;
  @Column("uuid") idempotencyKey!: string;
  @Column("text", { nullable: true }) providerRefundId!: string | null;
  @Column("text", { nullable: true }) providerStatus!: string | null;
  @Column("timestamptz") createdAt!: Date;
  @Column("timestamptz") updatedAt!: Date;
  @Column("timestamptz", { nullable: true }) endedAt!: Date | null;
  /** The refunded payment. The provider refunds orders, so this is our own attribution. */
  @Column("text", { nullable: true }) paymentId!: string | null;
  /** Reference for the payer's bank (ARN or RRN), or of what an operator paid back by hand. */
  @Column("text", { nullable: true }) bankReference!: string | null;
  /** Paid back by an operator: pending until confirmed; the provider does not know it. */
  @Column("boolean") byHand!: boolean;
  /** The stall of the order whose share it returns; null: of what the order pays for, its first stall. */
  @Column("uuid", { nullable: true }) bookingId!: string | null;
}

/** A dispute (chargeback) of a payment, as the provider last reported it. */
@Entity("disputes")
export class DisputeEntity {
  @PrimaryColumn("text") disputeId!: string;
  /** Null if the order is not recorded here. */
  @Column("text", { nullable: true }) orderId!: string | null;
  /** The provider's id; null if it named none. */
  @Column("text", { nullable: true }) paymentId!: string | null;
  @Column("bigint", { transformer: asNumber }) amountPaise!: Paise;
  /** The provider's. */
  @Column("text") status!: string;
  @Column("text") outcome!: DisputeOutcome;
  /** Until when the provider takes evidence. */
  @Column("timestamptz", { nullable: true }) respondBy!: Date | null;
  @Column("text", { nullable: true }) reasonCode!: string | null;
  @Column("timestamptz", { nullable: true }) providerUpdatedAt!: Date | null;
  @Column("timestamptz") createdAt!: Date;
  @Column("timestamptz") updatedAt!: Date;
  /** Follows from the provider's status and what we sent (domain: dispute.stages.ts). */
  @Column("text") stage!: DisputeStage;
  /** When an operator said that the evidence was sent. */
  @Column("timestamptz", { nullable: true }) evidenceSentAt!: Date | null;
  /** Username. */
  @Column("text", { nullable: true }) evidenceSentBy!: string | null;
  /** What was sent, in the operator's words. */
  @Column("text", { nullable: true }) evidenceNote!: string | null;
}

/** A webhook of the provider, stored before it is handled. */
@Entity("webhook_inbox")
export class WebhookEntity {
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "ALWAYS" }) id!: string;
  /** Digest of the signed body; deduplicates deliveries. */
  @Column("text") eventKey!: string;
  @Column("text") type!: string;
  /** What it reports. */
  @Column("text") concerns!: WebhookConcern;
  @Column("text", { nullable: true }) orderId!: string | null;
  @Column("text", { nullable: true }) refundId!: string | null;
  @Column("jsonb") body!: unknown;
  @Column("timestamptz", { nullable: true }) sentAt!: Date | null;
  @Column("timestamptz") receivedAt!: Date;
  @Column("int") deliveries!: number;
  /** When it is due; a handler moves it ahead as its lease. */
  @Column("timestamptz") notBefore!: Date;
  @Column("int") attempts!: number;
  @Column("text", { nullable: true }) lastError!: string | null;
  @Column("timestamptz", { nullable: true }) handledAt!: Date | null;
}

/** The one row that identifies this database; its mark is sent with every order that it opens. */
@Entity("installation")
export class InstallationEntity {
  @PrimaryColumn("uuid") id!: string;
  @Column("boolean") onlyOne!: true;
  @Column("timestamptz") createdAt!: Date;
}
