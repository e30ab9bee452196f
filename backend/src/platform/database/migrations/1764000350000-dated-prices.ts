import type { MigrationInterface, QueryRunner } from "typeorm";

/** Prices of stall types that change on dates. */
export class DatedPrices1764000350000 implements MigrationInterface {
  public readonly name = "DatedPrices1764000350000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("ALTER TABLE stall_types ADD COLUMN price_changes jsonb NOT NULL DEFAULT '[]'");
    await queryRunner.query(`
      CREATE FUNCTION prices_of_type(p_event integer, p_type text) RETURNS jsonb LANGUAGE plpgsql VOLATILE AS $$
      BEGIN
        RETURN (SELECT jsonb_build_object('paise', t.price_paise, 'changes', t.price_changes)
          FROM stall_types t WHERE t.event_id = p_event AND t.key = p_type);
      END $$`);
    await queryRunner.query(`
      COMMENT ON FUNCTION prices_of_type IS
        'The prices of a type (TypePrices in domain/src/operator/dated-prices.ts). Volatile, so that it sees what was committed while its statement waited for a stall''s lock.'`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("DROP FUNCTION prices_of_type");
    await queryRunner.query("ALTER TABLE stall_types DROP COLUMN price_changes");
  }
}
