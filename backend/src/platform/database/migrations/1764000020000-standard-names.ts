import type { MigrationInterface, QueryRunner } from "typeorm";

/** What a stored value is called before and after: [table, column, before, after]. */
const VALUES = [
  ["booking_events", "kind", "needs_attention", "issue_raised"],
  ["booking_events", "kind", "listing_given_back", "listing_offer_returned"],
  ["listing_events", "kind", "needs_attention", "issue_raised"],
  ["issues", "resolution", "look_at_refund", "check_refund"],
] as const;

const SUBJECTS = `'booking', 'stall', 'coupon', 'application', 'enquiry', 'mail', 'administrator', 'queue',
  'registrations', 'invoice', 'person'`;

/** Stored names follow the glossary: issues and resolutions, quarantined enquiries, the signal `recheck`. */
export class StandardNames1764000020000 implements MigrationInterface {
  public readonly name = "StandardNames1764000020000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE attention RENAME TO issues;
      ALTER INDEX attention_one_open RENAME TO issues_one_open;
      ALTER INDEX attention_newest RENAME TO issues_newest;
      ALTER INDEX attention_of_booking RENAME TO issues_of_booking;
      ALTER TABLE issues RENAME CONSTRAINT attention_application TO issues_application;
      ALTER TABLE access_refusals RENAME TO access_denials;
      ALTER TABLE access_denials RENAME COLUMN refusals TO denials;

      ALTER TABLE enquiries DROP CONSTRAINT enquiries_state_check;
      UPDATE enquiries SET state = 'quarantined' WHERE state = 'kept_aside';
      ALTER TABLE enquiries ADD CONSTRAINT enquiries_state_check CHECK (state IN ('received', 'quarantined'));

      UPDATE outbox SET payload = jsonb_set(payload, '{signal}', '"recheck"') WHERE payload->>'signal' = 'lookAgain';
      UPDATE mails SET data = jsonb_set(data, '{refund}', '"refunded_before"')
       WHERE data->>'refund' = 'gone_back_before';
    `);
    for (const [table, column, before, after] of VALUES)
      await queryRunner.query(`UPDATE ${table} SET ${column} = $2 WHERE ${column} = $1`, [before, after]);
    // Only names change, nothing that was recorded.
    await queryRunner.query(`
      ALTER TABLE audit_log DISABLE TRIGGER audit_log_is_kept, DROP CONSTRAINT audit_log_subject_type_check;
      UPDATE audit_log SET subject_type = 'issue', action = replace(action, 'remedy_', 'resolution_')
       WHERE subject_type = 'attention';
      ALTER TABLE audit_log ENABLE TRIGGER audit_log_is_kept,
        ADD CONSTRAINT audit_log_subject_type_check CHECK (subject_type IN ('issue', ${SUBJECTS}));
    `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE audit_log DISABLE TRIGGER audit_log_is_kept, DROP CONSTRAINT audit_log_subject_type_check;
      UPDATE audit_log SET subject_type = 'attention', action = replace(action, 'resolution_', 'remedy_')
       WHERE subject_type = 'issue';
      ALTER TABLE audit_log ENABLE TRIGGER audit_log_is_kept,
        ADD CONSTRAINT audit_log_subject_type_check CHECK (subject_type IN ('attention', ${SUBJECTS}));
    `);
    for (const [table, column, before, after] of VALUES)
      await queryRunner.query(`UPDATE ${table} SET ${column} = $1 WHERE ${column} = $2`, [before, after]);
    await queryRunner.query(`
      UPDATE mails SET data = jsonb_set(data, '{refund}', '"gone_back_before"')
       WHERE data->>'refund' = 'refunded_before';
      UPDATE outbox SET payload = jsonb_set(payload, '{signal}', '"lookAgain"') WHERE payload->>'signal' = 'recheck';
      ALTER TABLE enquiries DROP CONSTRAINT enquiries_state_check;
      UPDATE enquiries SET state = 'kept_aside' WHERE state = 'quarantined';
      ALTER TABLE enquiries ADD CONSTRAINT enquiries_state_check CHECK (state IN ('received', 'kept_aside'));
      ALTER TABLE access_denials RENAME COLUMN denials TO refusals;
      ALTER TABLE access_denials RENAME TO access_refusals;
      ALTER TABLE issues RENAME CONSTRAINT issues_application TO attention_application;
      ALTER INDEX issues_of_booking RENAME TO attention_of_booking;
      ALTER INDEX issues_newest RENAME TO attention_newest;
      ALTER INDEX issues_one_open RENAME TO attention_one_open;
      ALTER TABLE issues RENAME TO attention;
    `);
  }
}
