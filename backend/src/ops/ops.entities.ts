import { Column, Entity, PrimaryGeneratedColumn } from "typeorm";

/** What one run of the recovery sweep found. */
@Entity("sweep_runs")
export class SweepRunEntity {
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "ALWAYS" }) id!: string;
  @Column("timestamptz") at!: Date;
  @Column("jsonb") caught!: Readonly<Record<string, unknown>>;
}
