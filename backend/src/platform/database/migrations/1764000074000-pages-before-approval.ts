import type { MigrationInterface, QueryRunner } from "typeorm";

/** The browser that applied can make its page at once, and an operator can ask for it (decision 66). */
export class PagesBeforeApproval1764000074000 implements MigrationInterface {
  public readonly name = "PagesBeforeApproval1764000074000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE listing_applications
        -- The browser that submitted it; NULL if that did not hold the stall's booking.
        ADD COLUMN visitor_id uuid,
        -- When its owner was last asked for her page.
        ADD COLUMN page_asked_at timestamptz;
      CREATE INDEX listing_applications_of_visitor ON listing_applications (visitor_id) WHERE visitor_id IS NOT NULL;
    `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("ALTER TABLE listing_applications DROP COLUMN visitor_id, DROP COLUMN page_asked_at");
  }
}
