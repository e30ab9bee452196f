import { Column, Entity, PrimaryColumn } from "typeorm";
import type { RuleResult } from "./verify.service.js";

/** One night's verification. */
@Entity("verification_runs")
export class VerificationRunEntity {
  /** The day in India. */
  @PrimaryColumn("date") day!: string;
  @Column("timestamptz") startedAt!: Date;
  @Column("timestamptz", { nullable: true }) finishedAt!: Date | null;
  /** Number of rules that held. */
  @Column("int", { nullable: true }) held!: number | null;
  /** Rules that were broken or could not be checked; ids and amounts only. */
  @Column("jsonb", { nullable: true }) findings!: readonly RuleResult[] | null;
}
