import type { MigrationInterface, QueryRunner } from "typeorm";

/** Numbers are unique among the stalls that are on a plan; those of removed stalls can be given again. Not in a transaction. */
export class StallNumbers1764000094100 implements MigrationInterface {
  public readonly name = "StallNumbers1764000094100";
  public readonly transaction = false;

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      "CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS stalls_one_per_number ON stalls (event_id, stall_id) WHERE removed_at IS NULL",
    );
    await queryRunner.query("ALTER TABLE stalls DROP CONSTRAINT IF EXISTS stalls_number_once");
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("ALTER TABLE stalls ADD CONSTRAINT stalls_number_once UNIQUE (event_id, stall_id)");
    await queryRunner.query("DROP INDEX stalls_one_per_number");
  }
}
