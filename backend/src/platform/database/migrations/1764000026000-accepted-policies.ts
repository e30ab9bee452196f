import type { MigrationInterface, QueryRunner } from "typeorm";

/** Which version of the event policies a booker accepted before paying, and when; absent where nobody was asked. */
export class AcceptedPolicies1764000026000 implements MigrationInterface {
  public readonly name = "AcceptedPolicies1764000026000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE bookings
        ADD COLUMN policies_version text,
        ADD COLUMN policies_accepted_at timestamptz,
        ADD CONSTRAINT bookings_policies CHECK ((policies_version IS NULL) = (policies_accepted_at IS NULL));
    `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE bookings
        DROP CONSTRAINT bookings_policies,
        DROP COLUMN policies_accepted_at, DROP COLUMN policies_version;
    `);
  }
}
