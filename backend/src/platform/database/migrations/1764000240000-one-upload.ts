import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Papers are uploaded as pictures are (docs/decisions/0089): each upload has an id and is checked before it is an answer. What had
 * arrived of unfinished ones is sent again.
 */
export class OneUpload1764000240000 implements MigrationInterface {
  public readonly name = "OneUpload1764000240000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("DROP TABLE paper_uploads");
    await queryRunner.query(`
      CREATE TABLE paper_uploads (
        id uuid PRIMARY KEY,
        booking_id uuid NOT NULL REFERENCES bookings (id),
        question_id integer NOT NULL REFERENCES event_questions (id) ON DELETE CASCADE,
        state text NOT NULL CHECK (state IN ('uploading', 'checking', 'ready', 'refused', 'deleted')),
        -- Code of domain/src/papers/paper.problems.ts.
        problem text,
        -- What the sender calls the file.
        name text NOT NULL CHECK (length(name) <= 300),
        -- Length of the upload, and how much of it has arrived.
        bytes integer NOT NULL CHECK (bytes BETWEEN 1 AND 20971520),
        received integer NOT NULL DEFAULT 0 CHECK (received BETWEEN 0 AND bytes),
        -- Claims so far; also distinguishes one claim from the next.
        attempts integer NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        -- When it became ready, refused or deleted.
        ended_at timestamptz,
        CHECK ((state = 'refused') = (problem IS NOT NULL)),
        CHECK (state NOT IN ('checking', 'ready') OR received = bytes),
        CHECK ((state IN ('uploading', 'checking')) = (ended_at IS NULL))
      );
      CREATE INDEX paper_uploads_of_answer ON paper_uploads (booking_id, question_id);
      CREATE INDEX paper_uploads_of_question ON paper_uploads (question_id);
      CREATE INDEX paper_uploads_by_age ON paper_uploads (updated_at);
      CREATE TABLE paper_chunks (
        upload_id uuid NOT NULL REFERENCES paper_uploads (id) ON DELETE CASCADE,
        -- Where its first byte is in the upload.
        starts_at integer NOT NULL CHECK (starts_at >= 0),
        bytes bytea NOT NULL CHECK (octet_length(bytes) > 0),
        PRIMARY KEY (upload_id, starts_at)
      );
      -- Photos and PDFs are compressed already.
      ALTER TABLE paper_chunks ALTER COLUMN bytes SET STORAGE EXTERNAL`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("DROP TABLE paper_chunks; DROP TABLE paper_uploads");
    await queryRunner.query(`
      CREATE TABLE paper_uploads (
        booking_id uuid NOT NULL REFERENCES bookings (id),
        question_id integer NOT NULL REFERENCES event_questions (id) ON DELETE CASCADE,
        bytes integer NOT NULL CHECK (bytes > 0),
        content bytea NOT NULL,
        updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (booking_id, question_id),
        CONSTRAINT paper_uploads_fit CHECK (octet_length(content) <= bytes)
      )`);
  }
}
