import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Each event keeps the stall that its booking stood on, so that a stall's history is read by an index however long its
 * past, and not put together from where bookings stand now and how they were moved. A move stands with the stall moved
 * to; the one moved from finds it by its `from`.
 */
export class StallOfAnEvent1764000042000 implements MigrationInterface {
  public readonly name = "StallOfAnEvent1764000042000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- No foreign key: it would lock the stall after the booking, against the order of locks. A booking's stall has one.
      ALTER TABLE booking_events ADD COLUMN stall_id text;
      UPDATE booking_events e SET stall_id = coalesce(
        (SELECT m.detail ->> 'to' FROM booking_events m WHERE m.booking_id = e.booking_id
            AND m.kind IN ('moved', 'offer_accepted') AND m.id <= e.id ORDER BY m.id DESC LIMIT 1),
        (SELECT m.detail ->> 'from' FROM booking_events m WHERE m.booking_id = e.booking_id
            AND m.kind IN ('moved', 'offer_accepted') ORDER BY m.id LIMIT 1),
        (SELECT b.stall_id FROM bookings b WHERE b.id = e.booking_id));
      ALTER TABLE booking_events ALTER COLUMN stall_id SET NOT NULL;

      CREATE FUNCTION stall_of_event() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          SELECT b.stall_id INTO NEW.stall_id FROM bookings b WHERE b.id = NEW.booking_id;
          RETURN NEW;
        END $$;
      CREATE TRIGGER booking_events_stall BEFORE INSERT ON booking_events
        FOR EACH ROW WHEN (NEW.stall_id IS NULL) EXECUTE FUNCTION stall_of_event();

      CREATE INDEX booking_events_of_stall ON booking_events (stall_id, id);
      DROP INDEX booking_events_moves;
      CREATE INDEX booking_events_moves ON booking_events ((detail ->> 'from'), id)
        WHERE kind IN ('moved', 'offer_accepted');`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP TRIGGER booking_events_stall ON booking_events;
      DROP FUNCTION stall_of_event();
      DROP INDEX booking_events_of_stall, booking_events_moves;
      CREATE INDEX booking_events_moves ON booking_events ((detail ->> 'from')) WHERE kind = 'moved';
      ALTER TABLE booking_events DROP COLUMN stall_id;`);
  }
}
