import type { MigrationInterface, QueryRunner } from "typeorm";

/** Parts outside PostgreSQL as last seen by jobs, and a check that PostgreSQL can write. */
export class PartChecks1764000057000 implements MigrationInterface {
  public readonly name = "PartChecks1764000057000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE part_checks (
        part text PRIMARY KEY,
        up boolean NOT NULL,
        -- Code of the failure, e.g. ETIMEDOUT; no address and no text of a server.
        problem text,
        checked_at timestamptz NOT NULL DEFAULT clock_timestamp()
      )`);
    // On a full disk a small row may still fit into its page, so the sort also needs a file: it exceeds its memory.
    await queryRunner.query(`
      CREATE FUNCTION check_database_writes() RETURNS void LANGUAGE plpgsql SET work_mem = '64kB' AS $$
      BEGIN
        PERFORM count(*) FROM (SELECT md5(n::text) AS text FROM generate_series(1, 3000) AS n ORDER BY text) AS sorted;
        INSERT INTO part_checks (part, up) VALUES ('disk', true)
          ON CONFLICT (part) DO UPDATE SET checked_at = clock_timestamp();
      END $$`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("DROP FUNCTION check_database_writes()");
    await queryRunner.query("DROP TABLE part_checks");
  }
}
