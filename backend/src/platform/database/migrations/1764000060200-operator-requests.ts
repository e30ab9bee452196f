import type { MigrationInterface, QueryRunner } from "typeorm";

/** Operators' actions by the key of their request, with the response: a repeated request gets it again. */
export class OperatorRequests1764000060200 implements MigrationInterface {
  public readonly name = "OperatorRequests1764000060200";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE operator_requests (
        administrator_id uuid NOT NULL,
        key text NOT NULL CHECK (key ~ '^[0-9a-f]{32}$'),
        response jsonb,
        at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (administrator_id, key)
      );
      CREATE INDEX operator_requests_by_time ON operator_requests (at)`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("DROP TABLE operator_requests");
  }
}
