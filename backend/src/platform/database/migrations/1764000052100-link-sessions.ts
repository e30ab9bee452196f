import type { MigrationInterface, QueryRunner } from "typeorm";

/** Links of every purpose in one table, and the browsers that opened them (decisions 25 and 46). */
export class LinkSessions1764000052100 implements MigrationInterface {
  public readonly name = "LinkSessions1764000052100";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE booking_links RENAME TO mailed_links;
      ALTER INDEX booking_links_pkey RENAME TO mailed_links_pkey;
      ALTER TABLE mailed_links DROP CONSTRAINT booking_links_booking_id_fkey;
      ALTER TABLE mailed_links RENAME COLUMN booking_id TO subject_id;
      ALTER TABLE mailed_links
        ADD COLUMN purpose text NOT NULL DEFAULT 'booking' CHECK (purpose IN ('booking', 'brand')),
        -- The mail with the link.
        ADD COLUMN mail_id uuid REFERENCES mails (id) ON DELETE SET NULL;
      ALTER TABLE mailed_links ALTER COLUMN purpose DROP DEFAULT;
      DROP INDEX booking_links_of_booking;
      CREATE INDEX mailed_links_of_subject ON mailed_links (subject_id, purpose);
      CREATE INDEX mailed_links_of_mail ON mailed_links (mail_id) WHERE mail_id IS NOT NULL;

      CREATE TABLE link_sessions (
        id uuid PRIMARY KEY,
        purpose text NOT NULL CHECK (purpose IN ('booking', 'brand')),
        subject_id uuid NOT NULL,
        -- The link that was opened; NULL for the browser that did the thing itself.
        link_id uuid REFERENCES mailed_links (id) ON DELETE CASCADE,
        -- SHA-256 of the cookie's secret.
        token_digest bytea NOT NULL CHECK (octet_length(token_digest) = 32),
        -- The browser's visitor, who holds the subject while the session lasts. NULL without a link.
        visitor_id uuid,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        expires_at timestamptz NOT NULL,
        ended_at timestamptz
      );
      CREATE INDEX link_sessions_of_subject ON link_sessions (subject_id, purpose);
      CREATE INDEX link_sessions_of_link ON link_sessions (link_id) WHERE link_id IS NOT NULL;
      CREATE INDEX link_sessions_of_visitor ON link_sessions (visitor_id) WHERE visitor_id IS NOT NULL;
      CREATE INDEX link_sessions_to_delete ON link_sessions (expires_at);
    `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP TABLE link_sessions;
      DELETE FROM mailed_links WHERE purpose <> 'booking';
      DROP INDEX mailed_links_of_subject;
      ALTER TABLE mailed_links DROP COLUMN purpose, DROP COLUMN mail_id;
      ALTER TABLE mailed_links RENAME COLUMN subject_id TO booking_id;
      ALTER TABLE mailed_links
        ADD CONSTRAINT booking_links_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings (id) ON DELETE CASCADE;
      ALTER INDEX mailed_links_pkey RENAME TO booking_links_pkey;
      ALTER TABLE mailed_links RENAME TO booking_links;
      CREATE INDEX booking_links_of_booking ON booking_links (booking_id);
    `);
  }
}
