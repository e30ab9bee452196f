import type { MigrationInterface, QueryRunner } from "typeorm";

/** All locks that a change of a booking needs are taken in one call; an order's attempts are found without reading all others. */
export class FewerQuestions1764000036000 implements MigrationInterface {
  public readonly name = "FewerQuestions1764000036000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE INDEX payment_attempts_of_order ON payment_attempts (order_id, created_at);

      -- Locks visitor, stalls ascending, booking; returns the stalls: the booking's own and the others that exist.
      -- Fails with serialization_failure when the booking moves to another stall meanwhile: the transaction is tried again.
      CREATE FUNCTION lock_booking(p_booking uuid, p_others text[]) RETURNS SETOF stalls LANGUAGE plpgsql AS $$
        DECLARE
          v_visitor uuid;
          v_stall text;
        BEGIN
          SELECT visitor_id, stall_id INTO v_visitor, v_stall FROM bookings WHERE id = p_booking;
          PERFORM 1 FROM visitors WHERE id = v_visitor FOR UPDATE;
          RETURN QUERY SELECT * FROM stalls WHERE stall_id = ANY(p_others || v_stall) ORDER BY stall_id FOR UPDATE;
          PERFORM 1 FROM bookings WHERE id = p_booking AND stall_id = v_stall FOR UPDATE;
          IF NOT FOUND AND v_stall IS NOT NULL THEN
            RAISE EXCEPTION 'a booking moved before it was locked' USING ERRCODE = 'serialization_failure';
          END IF;
        END $$;`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP FUNCTION lock_booking; DROP INDEX payment_attempts_of_order`);
  }
}
