import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from "typeorm";
import { asNumber } from "./columns.js";

/** What must happen after a commit: a workflow to signal or a job to enqueue. */
@Entity("outbox")
export class OutboxEntity {
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "ALWAYS" }) id!: string;
  @Column("text") topic!: "workflow" | "queue";
  @Column("jsonb") payload!: unknown;
  @Column("timestamptz") createdAt!: Date;
  /** When it is due; a relay pushes it ahead while it works on the row. */
  @Column("timestamptz") notBefore!: Date;
  /** A relay has had it. */
  @Column("boolean") claimed!: boolean;
  @Column("int") attempts!: number;
  @Column("text", { nullable: true }) lastError!: string | null;
  @Column("timestamptz", { nullable: true }) relayedAt!: Date | null;
}

/** Data that was planted, so that it is not planted again. */
@Entity("seeds")
export class SeedEntity {
  @PrimaryColumn("text") name!: string;
  @Column("timestamptz") plantedAt!: Date;
  @Column("boolean") demonstration!: boolean;
}

/** Counters of processes that have ended. */
@Entity("metric_totals")
export class MetricTotalEntity {
  @PrimaryColumn("text") series!: string;
  @PrimaryColumn("jsonb") labels!: Readonly<Record<string, string>>;
  @Column("double precision") value!: number;
}

/** What a running process last reported about itself. */
@Entity("process_reports")
export class ProcessReportEntity {
  @PrimaryColumn("uuid") instance!: string;
  @Column("text") process!: "api" | "orchestrator" | "jobs";
  @Column("timestamptz") startedAt!: Date;
  @Column("timestamptz") seenAt!: Date;
  @Column("bigint", { transformer: asNumber }) residentBytes!: number;
  @Column("double precision") cpuSeconds!: number;
  @Column("double precision") loopLagSeconds!: number;
}
