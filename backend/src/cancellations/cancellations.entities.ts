import type { Paise } from "@sakhi/domain/money/money";
import { Column, Entity, PrimaryColumn } from "typeorm";
import { asNumber } from "../platform/database/columns.js";

/** A cancelled event: what is deducted from the refunds, and how far they are. */
@Entity("event_cancellations")
export class EventCancellationEntity {
  @PrimaryColumn("integer") eventId!: number;
  /** Hundredths of a percent of what was paid; null if the deduction is an amount. */
  @Column("int", { nullable: true }) deductionHundredths!: number | null;
  /** Paise of each booking; null if the deduction is a percentage. */
  @Column("bigint", { transformer: asNumber, nullable: true }) deductionPaise!: Paise | null;
  /** The organizer's words in the mail to the holders. */
  @Column("text", { nullable: true }) message!: string | null;
  @Column("text") startedBy!: string;
  @Column("timestamptz") startedAt!: Date;
  @Column("timestamptz", { nullable: true }) pausedAt!: Date | null;
  @Column("text", { nullable: true }) pausedBy!: string | null;
  /** Every booking of the event has ended. */
  @Column("timestamptz", { nullable: true }) completedAt!: Date | null;
  @Column("timestamptz") updatedAt!: Date;
}

/** The refund of a booking of a cancelled event, at most one. */
@Entity("event_refunds")
export class EventRefundEntity {
  @PrimaryColumn("uuid") bookingId!: string;
  @Column("int") eventId!: number;
  @Column("text") orderId!: string;
  @Column("bigint", { transformer: asNumber }) paidPaise!: Paise;
  /** Not refunded before the cancellation. */
  @Column("bigint", { transformer: asNumber }) leftPaise!: Paise;
  @Column("bigint", { transformer: asNumber }) deductedPaise!: Paise;
  @Column("bigint", { transformer: asNumber }) refundPaise!: Paise;
  /** The same of the orders that paid for its moves: paid, kept and returned. */
  @Column("bigint", { transformer: asNumber }) movesPaidPaise!: Paise;
  @Column("bigint", { transformer: asNumber }) movesDeductedPaise!: Paise;
  @Column("bigint", { transformer: asNumber }) movesRefundPaise!: Paise;
  /** Null if nothing is returned. */
  @Column("text", { nullable: true }) refundId!: string | null;
  @Column("timestamptz") at!: Date;
}

/** A booking of a cancelled event that could not be refunded yet. */
@Entity("event_refund_failures")
export class EventRefundFailureEntity {
  @PrimaryColumn("uuid") bookingId!: string;
  @Column("int") eventId!: number;
  @Column("int") attempts!: number;
  /** In words, without personal data. */
  @Column("text") problem!: string;
  @Column("timestamptz") nextTryAt!: Date;
}
