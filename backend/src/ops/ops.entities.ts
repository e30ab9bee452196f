import { Column, Entity, PrimaryGeneratedColumn } from "typeorm";

/** Result of a run of the sweep. */
@Entity("sweep_runs")
export class SweepRunEntity {
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "ALWAYS" }) id!: string;
  @Column("timestamptz") at!: Date;
  @Column("jsonb") caught!: Readonly<Record<string, unknown>>;
}
