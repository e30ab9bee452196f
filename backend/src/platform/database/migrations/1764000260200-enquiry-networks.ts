import type { MigrationInterface, QueryRunner } from "typeorm";

/** Keyed digest of the network that an enquiry to a brand came from; forgotten after a day (docs/decisions/0091). */
export class EnquiryNetworks1764000260200 implements MigrationInterface {
  public readonly name = "EnquiryNetworks1764000260200";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("ALTER TABLE enquiries ADD COLUMN network text");
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("ALTER TABLE enquiries DROP COLUMN network");
  }
}
