import type { MigrationInterface, QueryRunner } from "typeorm";

/** Messages to the holders of an event's stalls, and what became of each for each of them (docs/decisions/0111). */
export class Messages1764000320000 implements MigrationInterface {
  public readonly name = "Messages1764000320000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE messages (
        id uuid PRIMARY KEY,
        event_id integer NOT NULL REFERENCES events (id) ON DELETE CASCADE,
        template text CHECK (template IN ('setting_up', 'papers_missing', 'evening_before', 'thank_you')),
        subject text NOT NULL,
        text text NOT NULL,
        audience text NOT NULL CHECK (audience IN ('all', 'stall_types', 'lacks_papers', 'chosen')),
        stall_types text[] NOT NULL DEFAULT '{}',
        booking_ids uuid[] NOT NULL DEFAULT '{}',
        timing text NOT NULL CHECK (timing IN ('now', 'at', 'days_before', 'evening_before', 'days_after')),
        days integer CHECK (days BETWEEN 1 AND 60),
        send_at timestamptz,
        state text NOT NULL CHECK (state IN ('draft', 'waiting', 'sending', 'paused', 'done', 'stopped', 'missed')),
        automatic boolean NOT NULL DEFAULT false,
        version integer NOT NULL DEFAULT 1,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        scheduled_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        started_at timestamptz,
        ended_at timestamptz,
        erased_at timestamptz,
        CONSTRAINT messages_days CHECK ((timing IN ('days_before', 'days_after')) = (days IS NOT NULL)),
        CONSTRAINT messages_moment CHECK (timing <> 'at' OR send_at IS NOT NULL OR state = 'draft'),
        CONSTRAINT messages_begin CHECK (state NOT IN ('sending', 'done') OR started_at IS NOT NULL),
        CONSTRAINT messages_end CHECK ((state IN ('done', 'stopped', 'missed')) = (ended_at IS NOT NULL))
      );
      CREATE INDEX messages_of_event ON messages (event_id, created_at);
      CREATE INDEX messages_open ON messages (state) WHERE ended_at IS NULL;
      CREATE TABLE message_recipients (
        message_id uuid NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
        booking_id uuid NOT NULL REFERENCES bookings (id),
        state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'mailed', 'skipped', 'refused')),
        decided_at timestamptz,
        PRIMARY KEY (message_id, booking_id),
        CHECK ((state = 'waiting') = (decided_at IS NULL))
      );
      CREATE INDEX message_recipients_waiting ON message_recipients (message_id) WHERE state = 'waiting';
      CREATE INDEX message_recipients_of_booking ON message_recipients (booking_id);
      CREATE INDEX message_recipients_mailed ON message_recipients (decided_at) WHERE state = 'mailed';
      COMMENT ON INDEX message_recipients_mailed IS 'The pace: how many were mailed within the last minute.'`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("DROP TABLE message_recipients; DROP TABLE messages");
  }
}
