import type { MigrationInterface, QueryRunner } from "typeorm";

/** Brands' links that mails with a buyer's message carried, or that no stored mail distinguishes from them. */
const GIVEN_AWAY = `
  l.purpose = 'brand' AND NOT EXISTS (
    SELECT FROM mails m WHERE m.id = coalesce(l.mail_id, l.id) AND m.template <> 'brand-enquiry')`;

/**
 * Links in mails live for weeks, are listed with their last use, and end one by one (decision 92). Links that were given away
 * by answering a buyer are revoked, with the sessions of who opened them.
 */
export class LinksOfWeeks1764000270000 implements MigrationInterface {
  public readonly name = "LinksOfWeeks1764000270000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("ALTER TABLE mailed_links ADD COLUMN last_used_at timestamptz");
    // The browser that started it sees its status with the full name.
    await queryRunner.query("ALTER TABLE listing_orders ADD COLUMN visitor_id uuid");
    await queryRunner.query(`
      UPDATE link_sessions s SET ended_at = clock_timestamp()
       WHERE s.ended_at IS NULL AND s.link_id IN (SELECT l.id FROM mailed_links l WHERE ${GIVEN_AWAY})`);
    await queryRunner.query(
      `UPDATE mailed_links l SET revoked_at = clock_timestamp() WHERE l.revoked_at IS NULL AND ${GIVEN_AWAY}`,
    );
    await queryRunner.query(`
      UPDATE mailed_links SET expires_at = clock_timestamp() + interval '42 days'
       WHERE revoked_at IS NULL AND expires_at > clock_timestamp() + interval '42 days'`);
  }

  /** What was revoked stays revoked. */
  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("ALTER TABLE listing_orders DROP COLUMN visitor_id");
    await queryRunner.query("ALTER TABLE mailed_links DROP COLUMN last_used_at");
  }
}
