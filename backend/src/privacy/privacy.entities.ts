import { Column, Entity, PrimaryColumn } from "typeorm";

/** One nightly run of the retention job, with the number of erased records; one per Indian day. */
@Entity("retention_runs")
export class RetentionRunEntity {
  @PrimaryColumn("date") day!: string;
  @Column("timestamptz") startedAt!: Date;
  @Column("timestamptz", { nullable: true }) finishedAt!: Date | null;
  @Column("jsonb", { nullable: true }) erased!: Readonly<Record<string, number>> | null;
}
