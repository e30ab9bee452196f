import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Papers asked for (docs/decisions/0077): an event's questions, and each booking's answers and files. A type can be marked as
 * one whose stalls sell food.
 */
export class Papers1764000100000 implements MigrationInterface {
  public readonly name = "Papers1764000100000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const step of [FOOD, TABLES, FIRST_QUESTION]) await queryRunner.query(step);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      "DROP TABLE paper_uploads, paper_files, paper_answers, event_questions; ALTER TABLE stall_types DROP COLUMN food",
    );
  }
}

const FOOD = "ALTER TABLE stall_types ADD COLUMN food boolean NOT NULL DEFAULT false";

const TABLES = `
  CREATE TABLE event_questions (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    event_id integer NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    key text NOT NULL CHECK (key ~ '^[a-z][a-z0-9_]{0,39}$'),
    label text NOT NULL,
    help text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('text', 'number', 'choice', 'fssai_number', 'file')),
    choices text[] NOT NULL DEFAULT '{}',
    required boolean NOT NULL,
    asked text NOT NULL CHECK (asked IN ('form', 'form_or_later', 'later')),
    audience text NOT NULL CHECK (audience IN ('every_stall', 'food_stalls', 'stall_types')),
    -- With the audience stall_types: keys of the event's types.
    stall_types text[] NOT NULL DEFAULT '{}',
    position integer NOT NULL,
    CONSTRAINT event_questions_key UNIQUE (event_id, key),
    CONSTRAINT event_questions_choices CHECK ((kind = 'choice') = (choices <> '{}')),
    CONSTRAINT event_questions_files CHECK (kind <> 'file' OR asked = 'later'),
    CONSTRAINT event_questions_types CHECK ((audience = 'stall_types') = (stall_types <> '{}'))
  );
  CREATE TABLE paper_answers (
    booking_id uuid NOT NULL REFERENCES bookings (id),
    question_id integer NOT NULL REFERENCES event_questions (id) ON DELETE CASCADE,
    -- Of a file: its name.
    value text NOT NULL CHECK (value <> ''),
    answered_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (booking_id, question_id)
  );
  CREATE INDEX paper_answers_of_question ON paper_answers (question_id);
  CREATE TABLE paper_files (
    booking_id uuid NOT NULL,
    question_id integer NOT NULL,
    type text NOT NULL CHECK (type IN ('application/pdf', 'image/jpeg', 'image/png')),
    bytes integer NOT NULL CHECK (bytes > 0),
    content bytea NOT NULL,
    PRIMARY KEY (booking_id, question_id),
    FOREIGN KEY (booking_id, question_id) REFERENCES paper_answers ON DELETE CASCADE
  );
  -- What has arrived of a file.
  CREATE TABLE paper_uploads (
    booking_id uuid NOT NULL REFERENCES bookings (id),
    question_id integer NOT NULL REFERENCES event_questions (id) ON DELETE CASCADE,
    bytes integer NOT NULL CHECK (bytes > 0),
    content bytea NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (booking_id, question_id),
    CONSTRAINT paper_uploads_fit CHECK (octet_length(content) <= bytes)
  );
  -- PDF, JPEG and PNG are compressed already.
  ALTER TABLE paper_files ALTER COLUMN content SET STORAGE EXTERNAL;
  ALTER TABLE paper_uploads ALTER COLUMN content SET STORAGE EXTERNAL`;

/** The first event asks food stalls for their number; none of its types is marked yet. */
const FIRST_QUESTION = `
  INSERT INTO event_questions (event_id, key, label, help, kind, required, asked, audience, position)
  SELECT min(id), 'fssai_number', 'FSSAI number', '14 digits, on your licence or registration certificate.',
         'fssai_number', true, 'form_or_later', 'food_stalls', 1
    FROM events HAVING count(*) > 0`;
