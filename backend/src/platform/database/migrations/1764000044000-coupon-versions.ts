import type { MigrationInterface, QueryRunner } from "typeorm";

/** Coupons count their changes, so that a form that was open meanwhile undoes none. */
export class CouponVersions1764000044000 implements MigrationInterface {
  public readonly name = "CouponVersions1764000044000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("ALTER TABLE coupons ADD COLUMN version integer NOT NULL DEFAULT 1");
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("ALTER TABLE coupons DROP COLUMN version");
  }
}
