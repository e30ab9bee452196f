import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * An invoice can be replaced by a new one with corrected facts (decision 28). Of an order's invoices exactly one
 * replaces none, and each is replaced at most once: one is always the newest.
 */
export class ReissuedInvoices1764000025500 implements MigrationInterface {
  public readonly name = "ReissuedInvoices1764000025500";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE invoices ADD COLUMN replaces uuid REFERENCES invoices (id),
        ADD CONSTRAINT invoices_replaces_check CHECK (replaces IS NULL OR kind = 'invoice');
      DROP INDEX invoices_one_per_order;
      CREATE UNIQUE INDEX invoices_one_per_order ON invoices (order_id) WHERE kind = 'invoice' AND replaces IS NULL;
      CREATE UNIQUE INDEX invoices_replaced_once ON invoices (replaces) WHERE replaces IS NOT NULL;
      CREATE INDEX invoices_credit_notes ON invoices (invoice_of) WHERE invoice_of IS NOT NULL;
      -- The mail about a new invoice has the credit note of the old one attached as well.
      ALTER TABLE mails ADD COLUMN credit_note_id uuid REFERENCES invoices (id);
    `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE mails DROP COLUMN credit_note_id;
      DROP INDEX invoices_credit_notes;
      DROP INDEX invoices_replaced_once;
      DROP INDEX invoices_one_per_order;
      CREATE UNIQUE INDEX invoices_one_per_order ON invoices (order_id) WHERE kind = 'invoice';
      ALTER TABLE invoices DROP COLUMN replaces;
    `);
  }
}
