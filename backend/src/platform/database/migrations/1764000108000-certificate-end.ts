import type { MigrationInterface, QueryRunner } from "typeorm";

/** When the site's certificate ends, as last read by jobs. */
export class CertificateEnd1764000108000 implements MigrationInterface {
  public readonly name = "CertificateEnd1764000108000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("ALTER TABLE part_checks ADD COLUMN ends_at timestamptz");
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("DELETE FROM part_checks WHERE part = 'certificate'");
    await queryRunner.query("ALTER TABLE part_checks DROP COLUMN ends_at");
  }
}
