import type { MigrationInterface, QueryRunner } from "typeorm";

/** Until the end of the transaction, which is the statement's own. */
const SILENT = "    PERFORM set_config('sakhi.notify', 'off', true);\n";

/** What becomes what in the functions of backend/assets/schema.sql. */
const CHANGES = {
  notify_layout: [
    [
      "PERFORM pg_notify('layout', '');",
      "IF current_setting('sakhi.notify', true) IS DISTINCT FROM 'off' THEN PERFORM pg_notify('layout', ''); END IF;",
    ],
  ],
  release_held: [
    ["v_stall text;", "v_stall text;\n    v_held timestamptz;"],
    ["    UPDATE bookings SET", `${SILENT}    UPDATE bookings SET`],
    [
      "RETURNING stall_id, ended_at INTO v_stall, v_ended;",
      "RETURNING stall_id, held_at, ended_at INTO v_stall, v_held, v_ended;",
    ],
    [
      `INSERT INTO outbox (topic, payload) VALUES ('workflow', booking_nudge(p_booking, v_stall, 'released'));
      PERFORM pg_notify('outbox', 'workflow');`,
      `INSERT INTO outbox (topic, payload, not_before) VALUES ('workflow', booking_nudge(p_booking, v_stall, 'released'),
        greatest(clock_timestamp(), v_held + interval '1 second'));`,
    ],
  ],
  reserve_stall: [
    ["    INSERT INTO bookings (", `${SILENT}    INSERT INTO bookings (`],
    [
      `INSERT INTO outbox (topic, payload) VALUES ('workflow', booking_nudge(p_booking, p_stall, 'held'));
    PERFORM pg_notify('outbox', 'workflow');`,
      `INSERT INTO outbox (topic, payload, not_before) VALUES ('workflow', booking_nudge(p_booking, p_stall, 'held'),
      v_at + interval '1 second');`,
    ],
  ],
} as const;

/**
 * A commit that notifies holds a lock on all others that do until it is on disk, so no two of them are written together:
 * the statements that hold and release a stall notify nothing, their process does it afterwards (decision 36). The
 * workflow of a hold is due a second after it, and so is the nudge about a hold's end within that second: a relay takes
 * both together and starts nothing.
 */
export class NotifyAfterCommit1764000033000 implements MigrationInterface {
  public readonly name = "NotifyAfterCommit1764000033000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE outbox ADD COLUMN claimed boolean NOT NULL DEFAULT false;
      DROP INDEX outbox_waiting;
      CREATE INDEX outbox_waiting ON outbox (topic, not_before, id) WHERE relayed_at IS NULL;`);
    for (const [name, changes] of Object.entries(CHANGES)) await rewrite(queryRunner, name, changes);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    for (const [name, changes] of Object.entries(CHANGES))
      await rewrite(
        queryRunner,
        name,
        changes.map(([before, after]) => [after, before] as const),
      );
    await queryRunner.query(`
      ALTER TABLE outbox DROP COLUMN claimed;
      DROP INDEX outbox_waiting;
      CREATE INDEX outbox_waiting ON outbox (topic, id) WHERE relayed_at IS NULL;`);
  }
}

/** Makes a function again with some of its text changed; each change is found once. */
async function rewrite(
  queryRunner: QueryRunner,
  name: string,
  changes: readonly (readonly [before: string, after: string])[],
): Promise<void> {
  const [found] = (await queryRunner.query("SELECT pg_get_functiondef($1::regproc) AS text", [name])) as {
    readonly text: string;
  }[];
  let text = found?.text ?? "";
  for (const [before, after] of changes) {
    const parts = text.split(before);
    if (parts.length !== 2) throw new Error(`${name} holds "${before}" ${parts.length - 1} times, not once`);
    text = parts.join(after);
  }
  await queryRunner.query(text);
}
