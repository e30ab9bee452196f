import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Notifies the api processes when the public floor plan may have changed, whoever changed it. Payload and channel are
 * always the same, so that PostgreSQL sends one notification for a whole transaction. Each process asks once more at the
 * end of a hold, which changes no row, and every 100 ms: a lost notification delays and hides nothing.
 */
export class LayoutNotifications1764000023000 implements MigrationInterface {
  public readonly name = "LayoutNotifications1764000023000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE FUNCTION notify_layout() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          PERFORM pg_notify('layout', '');
          RETURN NULL;
        END $$;

      CREATE TRIGGER stalls_notify_layout AFTER INSERT OR UPDATE OR DELETE ON stalls
        FOR EACH STATEMENT EXECUTE FUNCTION notify_layout();
      CREATE TRIGGER bookings_notify_layout_made AFTER INSERT ON bookings
        FOR EACH ROW WHEN (NEW.state <> 'released') EXECUTE FUNCTION notify_layout();
      -- A registration leaves the stall Reserved, with the same deadline.
      CREATE TRIGGER bookings_notify_layout_changed AFTER UPDATE OF state, stall_id, hold_expires_at ON bookings
        FOR EACH ROW WHEN (
          (OLD.state <> NEW.state AND NOT (OLD.state = 'held' AND NEW.state = 'registered'))
          OR OLD.stall_id <> NEW.stall_id
          OR OLD.hold_expires_at IS DISTINCT FROM NEW.hold_expires_at)
        EXECUTE FUNCTION notify_layout();
      CREATE TRIGGER bookings_notify_layout_gone AFTER DELETE ON bookings
        FOR EACH ROW WHEN (OLD.state <> 'released') EXECUTE FUNCTION notify_layout();
    `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP TRIGGER bookings_notify_layout_gone ON bookings;
      DROP TRIGGER bookings_notify_layout_changed ON bookings;
      DROP TRIGGER bookings_notify_layout_made ON bookings;
      DROP TRIGGER stalls_notify_layout ON stalls;
      DROP FUNCTION notify_layout();
    `);
  }
}
