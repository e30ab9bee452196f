import type { MigrationInterface, QueryRunner } from "typeorm";

/** Stalls that the gate reserves for walk-ins, who pay by a UPI QR code (docs/decisions/0133). */
export class WalkIns1764000500000 implements MigrationInterface {
  public readonly name = "WalkIns1764000500000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE walk_ins (
        booking_id uuid PRIMARY KEY REFERENCES bookings (id),
        administrator_id uuid NOT NULL,
        administrator text NOT NULL,
        started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        qr text,
        qr_expires_at timestamptz,
        CHECK ((qr IS NULL) = (qr_expires_at IS NULL))
      )`);
    await queryRunner.query("CREATE INDEX walk_ins_of_administrator ON walk_ins (administrator_id, started_at)");
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("DROP TABLE walk_ins");
  }
}
