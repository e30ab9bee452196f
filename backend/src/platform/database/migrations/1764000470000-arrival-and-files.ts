import type { MigrationInterface, QueryRunner } from "typeorm";

const AUDIENCES = "'all', 'stall_types', 'lacks_papers', 'not_arrived', 'arrived', 'chosen'";
const FORMER = "'all', 'stall_types', 'lacks_papers', 'chosen'";

/** Where holders come in and when they set up; files that messages bring; messages by who has arrived (docs/decisions/0129). */
export class ArrivalAndFiles1764000470000 implements MigrationInterface {
  public readonly name = "ArrivalAndFiles1764000470000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE events ADD COLUMN arrival jsonb NOT NULL DEFAULT '{"version": 0, "gate": "", "setup": []}'`,
    );
    await queryRunner.query("ALTER TABLE messages ADD COLUMN file_ids uuid[] NOT NULL DEFAULT '{}'");
    await queryRunner.query("ALTER TABLE messages DROP CONSTRAINT messages_audience_check");
    await queryRunner.query(
      `ALTER TABLE messages ADD CONSTRAINT messages_audience_check CHECK (audience IN (${AUDIENCES})) NOT VALID`,
    );
    await queryRunner.query(`
      CREATE TABLE event_files (
        id uuid PRIMARY KEY,
        event_id integer NOT NULL REFERENCES events (id) ON DELETE CASCADE,
        name text NOT NULL,
        type text NOT NULL CHECK (type IN ('image/jpeg', 'application/pdf')),
        bytes integer NOT NULL CHECK (bytes > 0),
        content bytea NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      ALTER TABLE event_files ALTER COLUMN content SET STORAGE EXTERNAL;
      CREATE INDEX event_files_of ON event_files (event_id, created_at);
      CREATE TABLE event_file_uploads (
        id uuid PRIMARY KEY,
        event_id integer NOT NULL REFERENCES events (id) ON DELETE CASCADE,
        state text NOT NULL CHECK (state IN ('uploading', 'checking', 'ready', 'refused', 'deleted')),
        problem text,
        name text NOT NULL,
        bytes integer NOT NULL CHECK (bytes > 0),
        received integer NOT NULL DEFAULT 0,
        attempts integer NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        ended_at timestamptz,
        CHECK (received BETWEEN 0 AND bytes),
        CHECK ((state = 'refused') = (problem IS NOT NULL)),
        CHECK ((state IN ('ready', 'refused', 'deleted')) = (ended_at IS NOT NULL))
      );
      CREATE INDEX event_file_uploads_of ON event_file_uploads (event_id);
      CREATE TABLE event_file_chunks (
        upload_id uuid NOT NULL REFERENCES event_file_uploads (id) ON DELETE CASCADE,
        starts_at integer NOT NULL,
        bytes bytea NOT NULL,
        PRIMARY KEY (upload_id, starts_at)
      );
      ALTER TABLE event_file_chunks ALTER COLUMN bytes SET STORAGE EXTERNAL`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("DROP TABLE event_file_chunks; DROP TABLE event_file_uploads; DROP TABLE event_files");
    await queryRunner.query("DELETE FROM messages WHERE audience IN ('not_arrived', 'arrived')");
    await queryRunner.query("ALTER TABLE messages DROP CONSTRAINT messages_audience_check");
    await queryRunner.query(
      `ALTER TABLE messages ADD CONSTRAINT messages_audience_check CHECK (audience IN (${FORMER}))`,
    );
    await queryRunner.query("ALTER TABLE messages DROP COLUMN file_ids");
    await queryRunner.query("ALTER TABLE events DROP COLUMN arrival");
  }
}
