import type { MigrationInterface, QueryRunner } from "typeorm";

/** People at the gate, each for one event, and what they tick (docs/decisions/0112). */
export class Gate1764000330000 implements MigrationInterface {
  public readonly name = "Gate1764000330000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of ["administrators", "administrator_invitations"]) {
      await queryRunner.query(`ALTER TABLE ${table} ADD COLUMN event_id integer REFERENCES events (id)`);
      await queryRunner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_role_check`);
      await queryRunner.query(
        `ALTER TABLE ${table} ADD CONSTRAINT ${table}_role_check CHECK (role IN ('viewer', 'operator', 'gate')) NOT VALID`,
      );
      await queryRunner.query(
        `ALTER TABLE ${table} ADD CONSTRAINT ${table}_event_of_gate CHECK ((role = 'gate') = (event_id IS NOT NULL)) NOT VALID`,
      );
    }
    await queryRunner.query(`
      CREATE TABLE gate_ticks (
        id uuid PRIMARY KEY,
        booking_id uuid NOT NULL REFERENCES bookings (id),
        day date NOT NULL,
        at timestamptz NOT NULL,
        received_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        administrator_id uuid NOT NULL,
        administrator text NOT NULL,
        undone_at timestamptz,
        undone_by text,
        CHECK (at <= received_at),
        CHECK ((undone_at IS NULL) = (undone_by IS NULL))
      )`);
    await queryRunner.query("CREATE INDEX gate_ticks_of ON gate_ticks (booking_id, day)");
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("DROP TABLE gate_ticks");
    for (const table of ["administrators", "administrator_invitations"]) {
      await queryRunner.query(`DELETE FROM ${table} WHERE role = 'gate'`);
      await queryRunner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_event_of_gate`);
      await queryRunner.query(`ALTER TABLE ${table} DROP COLUMN event_id`);
      await queryRunner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_role_check`);
      await queryRunner.query(
        `ALTER TABLE ${table} ADD CONSTRAINT ${table}_role_check CHECK (role IN ('viewer', 'operator'))`,
      );
    }
  }
}
