import type { MigrationInterface, QueryRunner } from "typeorm";

/** Places in the queue for stalls of a type, and how long an event's offers stand (docs/decisions/0117). */
export class WaitingList1764000370000 implements MigrationInterface {
  public readonly name = "WaitingList1764000370000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE waiting_settings (
        event_id integer PRIMARY KEY REFERENCES events (id) ON DELETE CASCADE,
        offer_hours integer NOT NULL CHECK (offer_hours BETWEEN 1 AND 72)
      )`);
    await queryRunner.query(`
      CREATE TABLE waiting_places (
        id uuid PRIMARY KEY,
        number bigint NOT NULL GENERATED ALWAYS AS IDENTITY UNIQUE,
        event_id integer NOT NULL REFERENCES events (id),
        stall_type text NOT NULL,
        full_name text NOT NULL,
        email text NOT NULL,
        phone text NOT NULL,
        mailbox text NOT NULL,
        networks text[] NOT NULL DEFAULT '{}',
        turn integer NOT NULL CHECK (turn >= 0),
        state text NOT NULL DEFAULT 'waiting'
          CHECK (state IN ('waiting', 'offered', 'taken', 'bought', 'left', 'lapsed', 'removed', 'closed')),
        joined_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        confirmed_at timestamptz,
        waiting_since timestamptz NOT NULL DEFAULT clock_timestamp(),
        stall_key integer REFERENCES stalls (stall_key),
        booking_id uuid REFERENCES bookings (id),
        offered_at timestamptz,
        offer_until timestamptz,
        ended_at timestamptz,
        CONSTRAINT waiting_places_offer CHECK (state NOT IN ('offered', 'taken')
          OR stall_key IS NOT NULL AND booking_id IS NOT NULL AND offered_at IS NOT NULL AND offer_until IS NOT NULL
             AND confirmed_at IS NOT NULL),
        CONSTRAINT waiting_places_end CHECK ((state IN ('waiting', 'offered', 'taken')) = (ended_at IS NULL))
      )`);
    const open = "state IN ('waiting', 'offered', 'taken')";
    await queryRunner.query(
      `CREATE UNIQUE INDEX waiting_places_one_per_mailbox ON waiting_places (event_id, stall_type, mailbox) WHERE ${open}`,
    );
    await queryRunner.query(
      `CREATE UNIQUE INDEX waiting_places_one_per_phone ON waiting_places (event_id, stall_type, phone) WHERE ${open}`,
    );
    await queryRunner.query(
      `CREATE UNIQUE INDEX waiting_places_one_per_stall ON waiting_places (stall_key) WHERE state = 'offered'`,
    );
    await queryRunner.query(
      `CREATE INDEX waiting_places_queue ON waiting_places (event_id, stall_type, turn, number) WHERE ${open}`,
    );
    await queryRunner.query("CREATE INDEX waiting_places_of_event ON waiting_places (event_id, number)");
    await queryRunner.query(`
      COMMENT ON INDEX waiting_places_queue IS
        'In the order in which stalls are offered, and for the question whether anyone waits, which each reserve asks.'`);
    await queryRunner.query(`
      CREATE FUNCTION stall_is_kept(p_event integer, p_type text, p_stall integer) RETURNS boolean
      LANGUAGE plpgsql AS $$
      BEGIN
        RETURN EXISTS (SELECT FROM waiting_places w
          WHERE w.event_id = p_event AND w.stall_type = p_type AND w.state IN ('waiting', 'offered', 'taken')
            AND (w.state = 'waiting' AND w.confirmed_at IS NOT NULL
                 OR w.state = 'taken' AND w.stall_key = p_stall AND w.offer_until > clock_timestamp()
                    AND EXISTS (SELECT FROM bookings b WHERE b.id = w.booking_id AND b.stall_key = p_stall)));
      END $$`);
    await queryRunner.query(`
      COMMENT ON FUNCTION stall_is_kept(integer, text, integer) IS
        'Whether a stall that is free goes to the waiting list first (docs/decisions/0117). Volatile, so that it sees what was committed while its statement waited for the stall''s lock.'`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("DROP FUNCTION stall_is_kept(integer, text, integer)");
    await queryRunner.query("DROP TABLE waiting_places");
    await queryRunner.query("DROP TABLE waiting_settings");
  }
}
