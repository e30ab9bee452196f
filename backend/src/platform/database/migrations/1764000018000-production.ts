import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * What a database of production needs: demonstration data can be told from an organiser's own and taken out again.
 */
export class Production1764000018000 implements MigrationInterface {
  public readonly name = "Production1764000018000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- Whether a seed is only good for trying out; production refuses to start while there is one.
      ALTER TABLE seeds ADD COLUMN demonstration boolean NOT NULL DEFAULT false;
      UPDATE seeds SET demonstration = true WHERE name IN ('coupons', 'demonstration-catalogue');

      ALTER TABLE coupons ADD COLUMN origin text NOT NULL DEFAULT 'organiser'
        CHECK (origin IN ('demonstration', 'organiser'));
      UPDATE coupons SET origin = 'demonstration'
       WHERE code IN ('MELA10', 'SAKHI25', 'EARLY15', 'ONCE50')
         AND EXISTS (SELECT 1 FROM seeds WHERE name = 'coupons');
    `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE coupons DROP COLUMN origin;
      ALTER TABLE seeds DROP COLUMN demonstration;
    `);
  }
}
