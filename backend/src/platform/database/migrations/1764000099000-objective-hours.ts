import type { MigrationInterface, QueryRunner } from "typeorm";

/** Good and bad events of each objective by the hour, for the dashboard's budgets (docs/decisions/0078). */
export class ObjectiveHours1764000099000 implements MigrationInterface {
  public readonly name = "ObjectiveHours1764000099000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE objective_hours (
        hour timestamptz NOT NULL,
        objective text NOT NULL,
        good bigint NOT NULL,
        total bigint NOT NULL CHECK (total >= good),
        PRIMARY KEY (hour, objective)
      )`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("DROP TABLE objective_hours");
  }
}
