import type { MigrationInterface, QueryRunner } from "typeorm";

/** Applications that nobody paid for come to an end of their own. */
export class LapsedApplications1764000007000 implements MigrationInterface {
  public readonly name = "LapsedApplications1764000007000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE listing_applications
        DROP CONSTRAINT listing_applications_state_check,
        ADD CONSTRAINT listing_applications_state_check CHECK (state IN
          ('submitted', 'paying', 'lapsed', 'under_review', 'live', 'expired', 'rejected', 'withdrawn', 'joined'));
      -- How long nobody has paid: what the sweep asks each minute.
      CREATE INDEX listing_applications_unpaid ON listing_applications (updated_at) WHERE state = 'submitted';
    `);
  }

  /** What has lapsed is unpaid again, as it was before there was such an end. */
  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      UPDATE listing_applications SET state = 'submitted' WHERE state = 'lapsed';
      DROP INDEX listing_applications_unpaid;
      ALTER TABLE listing_applications
        DROP CONSTRAINT listing_applications_state_check,
        ADD CONSTRAINT listing_applications_state_check CHECK (state IN
          ('submitted', 'paying', 'under_review', 'live', 'expired', 'rejected', 'withdrawn', 'joined'));
    `);
  }
}
