import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * What people write to us: gifting requests and support messages. Nothing that was sent is ever thrown away: what
 * looks like a bot's is kept aside, for an administrator to look at.
 */
export class Enquiries1764000002000 implements MigrationInterface {
  public readonly name = "Enquiries1764000002000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE enquiries (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        kind text NOT NULL CHECK (kind IN ('corporate_gifting', 'support')),
        state text NOT NULL CHECK (state IN ('received', 'kept_aside')),
        -- Stays when the enquiry is let through: how good the guess was.
        suspicion text CHECK (suspicion IN ('trap_filled', 'filled_too_fast', 'link_in_name')),
        first_name text NOT NULL,
        last_name text NOT NULL,
        email text NOT NULL,
        phone text,
        company text,
        is_member boolean,
        subject text,
        -- The requirements of a gifting request, the message to support.
        message text NOT NULL,
        -- Of everything above that the person typed: the same words again are the same enquiry.
        digest text NOT NULL,
        -- How often it was sent, the first time included.
        times_sent integer NOT NULL DEFAULT 1,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        let_through_at timestamptz,
        CHECK (state = 'received' OR suspicion IS NOT NULL),
        CHECK (CASE kind
          WHEN 'corporate_gifting' THEN phone IS NOT NULL AND company IS NOT NULL AND is_member IS NOT NULL
          ELSE subject IS NOT NULL END)
      );
      CREATE INDEX enquiries_digest ON enquiries (digest, created_at);
      CREATE INDEX enquiries_newest ON enquiries (state, created_at);
    `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("DROP TABLE enquiries");
  }
}
