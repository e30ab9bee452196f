import type { AlertKind, DigestKind } from "@sakhi/domain/digest/digest.kinds";
import type { SaidBefore } from "@sakhi/domain/digest/digest.rules";
import { Column, Entity, PrimaryColumn } from "typeorm";

/** What an administrator is notified of by mail, and how far her digests have come. */
@Entity("administrator_mails")
export class AdministratorMailsEntity {
  @PrimaryColumn("uuid") administratorId!: string;
  /** Where the mails go: an address whose link was opened. */
  @Column("text", { nullable: true }) email!: string | null;
  @Column("timestamptz", { nullable: true }) confirmedAt!: Date | null;
  /** An address that is not confirmed yet. */
  @Column("text", { nullable: true }) askedEmail!: string | null;
  /** Names its link, which works once. */
  @Column("uuid", { nullable: true }) askedId!: string | null;
  @Column("timestamptz", { nullable: true }) askedUntil!: Date | null;
  /** Of DIGEST_KINDS (domain/src/digest); none for no digest. */
  @Column("text", { array: true }) kinds!: DigestKind[];
  /** Of the day in India. */
  @Column("int") hour!: number;
  /** Monday is 1, Sunday 7. */
  @Column("int", { array: true }) weekdays!: number[];
  /** Of ALERT_KINDS. */
  @Column("text", { array: true }) alerts!: AlertKind[];
  /** When she turned them off by the link in a mail; her choices stay. */
  @Column("timestamptz", { nullable: true }) offAt!: Date | null;
  /** Until when her digests have said everything. */
  @Column("timestamptz") coveredUntil!: Date;
  /** Indian day of the last digest, sent or empty. */
  @Column("text", { nullable: true }) lastDay!: string | null;
  /** What the last one said is there, by kind and event. */
  @Column("jsonb") said!: SaidBefore;
  /** What came before is no alert. */
  @Column("timestamptz") alertsSince!: Date;
  @Column("timestamptz", { nullable: true }) lastAlertAt!: Date | null;
}

/** What an administrator was alerted to, once each; deleted after a month. */
@Entity("administrator_alerts")
export class AdministratorAlertEntity {
  @PrimaryColumn("uuid") administratorId!: string;
  /** `issue/<id>`, or `sales_ending/<event>/<end>`. */
  @PrimaryColumn("text") subject!: string;
  @Column("timestamptz") alertedAt!: Date;
}
