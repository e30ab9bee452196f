import type { MigrationInterface, QueryRunner } from "typeorm";

/** Who came in, who was refused, and who took personal data out: lines of the audit log too. */
export class AuditedAccess1764000008000 implements MigrationInterface {
  public readonly name = "AuditedAccess1764000008000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- Refusals of one kind for one account, or for all names that nobody has, since the first of them; at most a
      -- day of them. The audit log gets a line when their number doubles, so that guessing cannot fill it.
      CREATE TABLE access_refusals (
        subject text PRIMARY KEY,
        refusals integer NOT NULL,
        since timestamptz NOT NULL DEFAULT clock_timestamp()
      );

      ALTER TABLE audit_log
        DROP CONSTRAINT audit_log_subject_type_check,
        ADD CONSTRAINT audit_log_subject_type_check CHECK (subject_type IN
          ('booking', 'stall', 'coupon', 'application', 'enquiry', 'mail', 'attention', 'administrator', 'queue',
           'registrations', 'invoice'));
    `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP TABLE access_refusals;
      ALTER TABLE audit_log
        DROP CONSTRAINT audit_log_subject_type_check,
        ADD CONSTRAINT audit_log_subject_type_check CHECK (subject_type IN
          ('booking', 'stall', 'coupon', 'application', 'enquiry', 'mail', 'attention', 'administrator',
           'queue')) NOT VALID;
    `);
  }
}
