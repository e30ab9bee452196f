import type { Paise } from "@sakhi/domain/money/money";
import type { PayoutLineKind, PayoutState } from "@sakhi/domain/payouts/payout-lines";
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from "typeorm";
import { asNumber } from "../platform/database/columns.js";

/** A transfer of the payment provider to our bank (its settlement). No personal data. */
@Entity("payouts")
export class PayoutEntity {
  /** The provider's id. */
  @PrimaryColumn("text") payoutId!: string;
  /** The bank's number of the transfer. */
  @Column("text", { nullable: true }) utr!: string | null;
  /** The provider's. */
  @Column("text", { nullable: true }) status!: string | null;
  @Column("text") state!: PayoutState;
  /** What arrives; null if only its lines were read, as from a file. */
  @Column("bigint", { nullable: true, transformer: asNumber }) amountPaise!: Paise | null;
  /** The charge for the payout itself. */
  @Column("bigint", { transformer: asNumber }) feePaise!: Paise;
  @Column("bigint", { transformer: asNumber }) feeTaxPaise!: Paise;
  @Column("timestamptz", { nullable: true }) paidAt!: Date | null;
  /** What a bank statement says; null before its line was read. */
  @Column("bigint", { nullable: true, transformer: asNumber }) bankPaise!: Paise | null;
  /** Of the bank's line, in India. */
  @Column("date", { nullable: true }) bankDay!: string | null;
  /** Username of who gave us the statement. */
  @Column("text", { nullable: true }) bankBy!: string | null;
  @Column("timestamptz") seenAt!: Date;
  @Column("timestamptz") updatedAt!: Date;
}

/** What a payout is made of. Amounts are negative if they are taken from it. The report's names and addresses are not kept. */
@Entity("payout_lines")
export class PayoutLineEntity {
  /** Payout, type and id of the event: the same when it is read again. */
  @PrimaryColumn("text") lineKey!: string;
  @Column("text") payoutId!: string;
  @Column("text") kind!: PayoutLineKind;
  /** The provider's name of the kind. */
  @Column("text") eventType!: string;
  @Column("text") eventId!: string;
  @Column("text", { nullable: true }) orderId!: string | null;
  /** The provider's id; it need not be in our records. */
  @Column("text", { nullable: true }) paymentId!: string | null;
  @Column("text", { nullable: true }) refundId!: string | null;
  @Column("bigint", { transformer: asNumber }) grossPaise!: Paise;
  /** The provider's fee, without the GST on it. */
  @Column("bigint", { transformer: asNumber }) feePaise!: Paise;
  @Column("bigint", { transformer: asNumber }) feeTaxPaise!: Paise;
  @Column("bigint", { transformer: asNumber }) netPaise!: Paise;
  @Column("timestamptz", { nullable: true }) at!: Date | null;
  @Column("timestamptz") seenAt!: Date;
}

/** A reading of the provider's reports of payouts. */
@Entity("payout_readings")
export class PayoutReadingEntity {
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "ALWAYS" }) id!: string;
  /** The night in India that it is of; null if an operator started it. */
  @Column("date", { nullable: true }) day!: string | null;
  @Column("timestamptz") startedAt!: Date;
  /** Null while it runs, and if it was interrupted. */
  @Column("timestamptz", { nullable: true }) finishedAt!: Date | null;
  @Column("text") source!: "night" | "operator" | "file";
  /** Username; null of the night's. */
  @Column("text", { nullable: true }) startedBy!: string | null;
  /** Of which payouts. */
  @Column("timestamptz", { nullable: true }) fromAt!: Date | null;
  @Column("timestamptz", { nullable: true }) toAt!: Date | null;
  @Column("int") lines!: number;
  /** Lines and payouts that were new or different. */
  @Column("int") changed!: number;
  /** Why it is not complete. */
  @Column("text", { nullable: true }) problem!: string | null;
}
