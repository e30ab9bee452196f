import type { MigrationInterface, QueryRunner } from "typeorm";

const TABLES = ["bookings", "listing_applications", "enquiries", "waiting_places", "mails"];

/** The language of what a person began, and of each mail (docs/decisions/0134). Everything before was in English. */
export class Languages1764000510000 implements MigrationInterface {
  public readonly name = "Languages1764000510000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await queryRunner.query(`ALTER TABLE ${table} ADD COLUMN language text NOT NULL DEFAULT 'en'`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES) await queryRunner.query(`ALTER TABLE ${table} DROP COLUMN language`);
  }
}
