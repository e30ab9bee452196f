import type { MigrationInterface, QueryRunner } from "typeorm";

const SUBJECTS = [
  ...["booking", "stall", "coupon", "application", "enquiry", "mail", "issue", "administrator", "queue"],
  ...["registrations", "invoice", "person", "event", "organisation", "recovery"],
];

/** The audit log's own export is audited, as a subject of its own. */
export class AuditedReads1764000060100 implements MigrationInterface {
  public readonly name = "AuditedReads1764000060100";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(subjects([...SUBJECTS, "audit_log"]));
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(subjects(SUBJECTS));
  }
}

/** NOT VALID: rows of before are kept by a trigger, and a column's check of a long log would lock it. */
function subjects(allowed: readonly string[]): string {
  return `ALTER TABLE audit_log DROP CONSTRAINT IF EXISTS audit_log_subject_type_check,
    ADD CONSTRAINT audit_log_subject_type_check
      CHECK (subject_type IN (${allowed.map((subject) => `'${subject}'`).join(", ")})) NOT VALID`;
}
