import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * What processes tell of themselves, for those who watch over them. Neither table is worth a backup: both are made
 * anew by the processes within seconds.
 */
export class Operations1764000006000 implements MigrationInterface {
  public readonly name = "Operations1764000006000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- Counters that every process adds to; a series' name and labels as Prometheus gets them.
      CREATE UNLOGGED TABLE metric_totals (
        series text NOT NULL,
        labels jsonb NOT NULL,
        value double precision NOT NULL,
        PRIMARY KEY (series, labels)
      );

      -- One row per process that lives, or did a moment ago.
      CREATE UNLOGGED TABLE process_reports (
        instance uuid PRIMARY KEY,
        process text NOT NULL CHECK (process IN ('api', 'orchestrator', 'jobs')),
        started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        resident_bytes bigint NOT NULL,
        cpu_seconds double precision NOT NULL,
        loop_lag_seconds double precision NOT NULL
      );

      -- What an operator does with a job on the queues' own dashboard.
      ALTER TABLE audit_log
        DROP CONSTRAINT audit_log_subject_type_check,
        ADD CONSTRAINT audit_log_subject_type_check CHECK (subject_type IN
          ('booking', 'stall', 'coupon', 'application', 'enquiry', 'mail', 'attention', 'administrator', 'queue'));
    `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP TABLE metric_totals, process_reports;
      ALTER TABLE audit_log
        DROP CONSTRAINT audit_log_subject_type_check,
        ADD CONSTRAINT audit_log_subject_type_check CHECK (subject_type IN
          ('booking', 'stall', 'coupon', 'application', 'enquiry', 'mail', 'attention', 'administrator')) NOT VALID;
    `);
  }
}
