import type { MigrationInterface, QueryRunner } from "typeorm";

const HISTORIES = ["booking_events", "listing_events"];

/** What an ended payment is: written once. The provider's wording and times may still follow. */
const PAID = ["provider_payment_id", "order_id", "amount_paise", "currency", "offline_reference"];
/** Only the provider's reversal undoes a success (mergedOutcome). */
const REVERSED = "NEW.outcome = 'failed' AND NEW.provider_status IN ('CANCELLED', 'VOID')";

/** What an invoice says. Its PDF is rendered later, once, and the sweep may queue it again. */
const ISSUED = ["id", "number", "kind", "order_id", "invoice_of", "issued_at", "content", "replaces"];

const changed = (columns: readonly string[]): string =>
  `(${columns.map((each) => `NEW.${each}`).join(", ")}) IS DISTINCT FROM (${columns.map((each) => `OLD.${each}`).join(", ")})`;

/**
 * Histories, ended payments and invoices are kept as they were written, by every role: a mistake or an intruder with
 * the processes' role can add to them and not rewrite them. A correction is a new row everywhere already: a credit note,
 * a refund, a further event.
 */
export class KeptRecords1764000056000 implements MigrationInterface {
  public readonly name = "KeptRecords1764000056000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE FUNCTION record_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          RAISE EXCEPTION 'rows of % are kept as they were written', TG_TABLE_NAME;
        END
      $$;
      ${HISTORIES.map(
        (table) => `
          CREATE TRIGGER ${table}_are_kept BEFORE UPDATE OR DELETE ON ${table}
            FOR EACH ROW EXECUTE FUNCTION record_is_kept();`,
      ).join("")}
      CREATE TRIGGER payments_are_kept BEFORE UPDATE ON payments FOR EACH ROW
        WHEN ((OLD.outcome <> 'pending' AND ${changed(PAID)})
          OR (OLD.outcome = 'success' AND NEW.outcome <> 'success' AND NOT (${REVERSED})))
        EXECUTE FUNCTION record_is_kept();
      CREATE TRIGGER payments_stay BEFORE DELETE ON payments FOR EACH ROW
        WHEN (OLD.outcome <> 'pending') EXECUTE FUNCTION record_is_kept();
      CREATE TRIGGER invoices_are_kept BEFORE UPDATE ON invoices FOR EACH ROW
        WHEN (${changed(ISSUED)} OR (OLD.pdf IS NOT NULL AND NEW.pdf IS DISTINCT FROM OLD.pdf))
        EXECUTE FUNCTION record_is_kept();
      CREATE TRIGGER invoices_stay BEFORE DELETE ON invoices FOR EACH ROW EXECUTE FUNCTION record_is_kept();
      ${[...HISTORIES, "payments", "invoices"]
        .map(
          (table) => `
          CREATE TRIGGER ${table}_are_not_emptied BEFORE TRUNCATE ON ${table}
            FOR EACH STATEMENT EXECUTE FUNCTION record_is_kept();`,
        )
        .join("")}
    `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("DROP FUNCTION record_is_kept() CASCADE");
  }
}
