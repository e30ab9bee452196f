import type { MigrationInterface, QueryRunner } from "typeorm";

/** How far a dispute has come, and that its evidence was sent (docs/decisions/0124). */
export class DisputeStages1764000431000 implements MigrationInterface {
  public readonly name = "DisputeStages1764000431000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE disputes ADD COLUMN stage text NOT NULL DEFAULT 'opened',
                           ADD COLUMN evidence_sent_at timestamptz,
                           ADD COLUMN evidence_sent_by text,
                           ADD COLUMN evidence_note text`);
    await queryRunner.query(`
      ALTER TABLE disputes ADD CONSTRAINT disputes_stage
        CHECK (stage IN ('opened', 'evidence_asked', 'evidence_sent', 'won', 'lost')) NOT VALID`);
    await queryRunner.query(
      "UPDATE disputes SET stage = CASE WHEN outcome <> 'open' THEN outcome ELSE 'evidence_asked' END",
    );
    await queryRunner.query("ALTER TABLE disputes VALIDATE CONSTRAINT disputes_stage");
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      "ALTER TABLE disputes DROP COLUMN stage, DROP COLUMN evidence_sent_at, DROP COLUMN evidence_sent_by, DROP COLUMN evidence_note",
    );
  }
}
