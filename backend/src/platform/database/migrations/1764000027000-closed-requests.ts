import type { MigrationInterface, QueryRunner } from "typeorm";

/** What a payer asks for can name the details as they should read, and be closed as settled in another way. */
export class ClosedRequests1764000027000 implements MigrationInterface {
  public readonly name = "ClosedRequests1764000027000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE booking_requests DROP CONSTRAINT booking_requests_state_check,
        ADD CONSTRAINT booking_requests_state_check CHECK (state IN ('open', 'done', 'declined', 'closed')),
        -- All details as she wants them: personal data.
        ADD COLUMN details jsonb;
    `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      UPDATE booking_requests SET state = 'done' WHERE state = 'closed';
      ALTER TABLE booking_requests DROP CONSTRAINT booking_requests_state_check,
        ADD CONSTRAINT booking_requests_state_check CHECK (state IN ('open', 'done', 'declined')),
        DROP COLUMN details;
    `);
  }
}
