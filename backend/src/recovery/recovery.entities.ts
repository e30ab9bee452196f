import { Column, Entity, PrimaryColumn } from "typeorm";
import type { RecoveryFindings, RecoveryReport } from "./recovery.types.js";

/** A recovery of a restored database; while one is open, nothing is sold. */
@Entity("recoveries")
export class RecoveryEntity {
  @PrimaryColumn("uuid") id!: string;
  @Column("timestamptz") startedAt!: Date;
  /** Time of the newest entry of the restored database. */
  @Column("timestamptz", { nullable: true }) knownUntil!: Date | null;
  /** What is known outside, and what of it is missing here. No personal data. */
  @Column("jsonb") found!: RecoveryFindings;
  /** When everything outside was read last. */
  @Column("timestamptz", { nullable: true }) readAt!: Date | null;
  @Column("jsonb", { nullable: true }) report!: RecoveryReport | null;
  @Column("timestamptz", { nullable: true }) endedAt!: Date | null;
  @Column("text", { nullable: true }) endedBy!: string | null;
  @Column("text", { nullable: true }) reason!: string | null;
}

/** Numbers that a recovery left out, because a lost document may have them. A lost document whose number is known keeps it. */
@Entity("left_out_numbers")
export class LeftOutNumbersEntity {
  @PrimaryColumn("text") series!: string;
  @PrimaryColumn("text") financialYear!: string;
  @PrimaryColumn("int") firstNumber!: number;
  @Column("int") lastNumber!: number;
  @Column("uuid") recoveryId!: string;
}

/** A mail that was sent according to the log outside, and is not in `mails`. */
@Entity("mails_sent_before")
export class MailSentBeforeEntity {
  @PrimaryColumn("text") dedupeKey!: string;
  @Column("timestamptz", { nullable: true }) sentAt!: Date | null;
}

/** What the database knows of its position outside: one row. */
@Entity("outside_records")
export class OutsideRecordEntity {
  @PrimaryColumn("boolean") one!: boolean;
  /** The mark under which the position was published. */
  @Column("uuid", { nullable: true }) installation!: string | null;
  /** When a part outside last had the position. */
  @Column("timestamptz", { nullable: true }) publishedAt!: Date | null;
  /** When every part had it. */
  @Column("timestamptz", { nullable: true }) completeAt!: Date | null;
  /** Since when sales are paused because nobody could say whether the database is current. */
  @Column("timestamptz", { nullable: true }) unverifiedSince!: Date | null;
}
