import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from "typeorm";

/** Result of a run of the sweep: the work it recovered, none on a healthy system. */
@Entity("sweep_runs")
export class SweepRunEntity {
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "ALWAYS" }) id!: string;
  @Column("timestamptz") at!: Date;
  @Column("jsonb") caught!: Readonly<Record<string, unknown>>;
}

/**
 * A part outside PostgreSQL, as last checked by jobs; `disk`: the last successful write check of an api; `certificate`: the
 * public address' one.
 */
@Entity("part_checks")
export class PartCheckEntity {
  @PrimaryColumn("text") part!: string;
  @Column("boolean") up!: boolean;
  /** The cause in words, with its code: no address and no text of a server. */
  @Column("text", { nullable: true }) problem!: string | null;
  @Column("timestamptz") checkedAt!: Date;
  /** Of the certificate: when it ends, as last read. */
  @Column("timestamptz", { nullable: true }) endsAt!: Date | null;
}
