import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from "typeorm";

/** Result of a run of the sweep. */
@Entity("sweep_runs")
export class SweepRunEntity {
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "ALWAYS" }) id!: string;
  @Column("timestamptz") at!: Date;
  @Column("jsonb") caught!: Readonly<Record<string, unknown>>;
}

/** A part outside PostgreSQL, as last checked by jobs; `disk`: the last successful write check of an api. */
@Entity("part_checks")
export class PartCheckEntity {
  @PrimaryColumn("text") part!: string;
  @Column("boolean") up!: boolean;
  /** Code of the failure, e.g. ETIMEDOUT. */
  @Column("text", { nullable: true }) problem!: string | null;
  @Column("timestamptz") checkedAt!: Date;
}
