import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from "typeorm";
import { asNumber } from "./columns.js";

/** Transactional outbox: an action to run after a commit, a workflow to signal or a job to enqueue. Relayed at least once. */
@Entity("outbox")
export class OutboxEntity {
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "ALWAYS" }) id!: string;
  @Column("text") topic!: "workflow" | "queue";
  @Column("jsonb") payload!: unknown;
  @Column("timestamptz") createdAt!: Date;
  /** Due time; a relay moves it ahead while it processes the row. */
  @Column("timestamptz") notBefore!: Date;
  /** True once a relay has claimed the row. */
  @Column("boolean") claimed!: boolean;
  @Column("int") attempts!: number;
  @Column("text", { nullable: true }) lastError!: string | null;
  @Column("timestamptz", { nullable: true }) relayedAt!: Date | null;
}

/** A seed that has run, so that it does not run again. */
@Entity("seeds")
export class SeedEntity {
  @PrimaryColumn("text") name!: string;
  @Column("timestamptz") plantedAt!: Date;
  /** Demonstration data: production does not start while there is any. */
  @Column("boolean") demonstration!: boolean;
}

/** Counters of processes that have ended. */
@Entity("metric_totals")
export class MetricTotalEntity {
  @PrimaryColumn("text") series!: string;
  @PrimaryColumn("jsonb") labels!: Readonly<Record<string, string>>;
  @Column("double precision") value!: number;
}

/** Events of an objective in an hour (UTC), of all processes. */
@Entity("objective_hours")
export class ObjectiveHourEntity {
  @PrimaryColumn("timestamptz") hour!: Date;
  @PrimaryColumn("text") objective!: string;
  @Column("bigint", { transformer: asNumber }) good!: number;
  @Column("bigint", { transformer: asNumber }) total!: number;
}

/** The last report of a running process. */
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

/** Free space of a disk that our processes write to, as last measured. */
@Entity("disk_space")
export class DiskSpaceEntity {
  @PrimaryColumn("text") place!: string;
  @Column("bigint", { transformer: asNumber }) freeBytes!: number;
  @Column("bigint", { transformer: asNumber }) totalBytes!: number;
  @Column("timestamptz") measuredAt!: Date;
}

/** A used proof of work; prevents reuse. */
@Entity("used_proofs")
export class UsedProofEntity {
  @PrimaryColumn("text") id!: string;
  @Column("timestamptz") expiresAt!: Date;
}
