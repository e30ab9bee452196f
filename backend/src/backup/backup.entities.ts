import { Column, Entity, PrimaryGeneratedColumn } from "typeorm";

/**
 * `drill`: a restore beside the running product; `record`: a copy of what is kept outside the database; `archive`: a base
 * backup of the continuous archive, with its trial.
 */
export type BackupRunKind = "backup" | "drill" | "record" | "archive";

/** A backup, a drill, or a copy of the record outside. */
@Entity("backup_runs")
export class BackupRunEntity {
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "ALWAYS" }) id!: string;
  @Column("text") kind!: BackupRunKind;
  @Column("timestamptz") startedAt!: Date;
  @Column("timestamptz", { nullable: true }) finishedAt!: Date | null;
  /** Null while it runs, and of one that was killed. */
  @Column("boolean", { nullable: true }) succeeded!: boolean | null;
  @Column("text", { nullable: true }) archive!: string | null;
  @Column("bigint", { nullable: true }) bytes!: string | null;
  /** What was wrong, one sentence. */
  @Column("text", { nullable: true }) problem!: string | null;
}
