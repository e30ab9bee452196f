import type { MigrationInterface, QueryRunner } from "typeorm";

/** Pictures that brands upload (decision 60): the uploads in pieces, and the files made of them. */
export class Pictures1764000062000 implements MigrationInterface {
  public readonly name = "Pictures1764000062000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE pictures (
        id uuid PRIMARY KEY,
        subject_type text NOT NULL CHECK (subject_type IN ('brand', 'application')),
        subject_id uuid NOT NULL,
        state text NOT NULL CHECK (state IN ('uploading', 'checking', 'ready', 'refused', 'deleted')),
        -- Code of domain/src/pictures/picture.problems.ts.
        problem text,
        -- Length of the upload, and how much of it has arrived.
        bytes int NOT NULL CHECK (bytes BETWEEN 1 AND 20971520),
        received int NOT NULL DEFAULT 0 CHECK (received BETWEEN 0 AND bytes),
        -- SHA-256 of the upload, in hexadecimal; the upload itself is not kept.
        content_hash text CHECK (content_hash ~ '^[0-9a-f]{64}$'),
        -- Of the widest file.
        width int CHECK (width > 0),
        height int CHECK (height > 0),
        -- A data: address of a tiny picture, to be blurred until the real one is there.
        placeholder text CHECK (placeholder LIKE 'data:image/webp;base64,%' AND length(placeholder) <= 2000),
        alt text NOT NULL DEFAULT '' CHECK (length(alt) <= 300),
        -- Claims so far; also distinguishes one claim from the next.
        attempts int NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        -- When it became ready, refused or deleted.
        ended_at timestamptz,
        CHECK ((state = 'refused') = (problem IS NOT NULL)),
        CHECK (state NOT IN ('checking', 'ready') OR received = bytes),
        CHECK (state <> 'ready' OR (width IS NOT NULL AND height IS NOT NULL AND placeholder IS NOT NULL)),
        CHECK ((state IN ('uploading', 'checking')) = (ended_at IS NULL))
      );
      CREATE INDEX pictures_of_subject ON pictures (subject_id, subject_type, created_at) WHERE state <> 'deleted';
      CREATE INDEX pictures_unfinished ON pictures (updated_at) WHERE state IN ('uploading', 'checking');
      CREATE INDEX pictures_ended ON pictures (ended_at) WHERE state IN ('refused', 'deleted');

      CREATE TABLE picture_chunks (
        picture_id uuid NOT NULL REFERENCES pictures (id) ON DELETE CASCADE,
        -- Where its first byte is in the upload.
        starts_at int NOT NULL CHECK (starts_at >= 0),
        bytes bytea NOT NULL CHECK (octet_length(bytes) > 0),
        PRIMARY KEY (picture_id, starts_at)
      );
      -- Pictures are compressed already.
      ALTER TABLE picture_chunks ALTER COLUMN bytes SET STORAGE EXTERNAL;

      -- Written before the files are stored, deleted after they are removed: no file is unknown.
      CREATE TABLE picture_files (
        picture_id uuid NOT NULL REFERENCES pictures (id),
        name text NOT NULL CHECK (name ~ '^[0-9a-f]{40}-[1-9][0-9]{0,3}[.](avif|webp)$'),
        format text NOT NULL CHECK (format IN ('avif', 'webp')),
        width int NOT NULL CHECK (width > 0),
        height int NOT NULL CHECK (height > 0),
        bytes int NOT NULL CHECK (bytes > 0),
        PRIMARY KEY (picture_id, name)
      );
      CREATE INDEX picture_files_by_name ON picture_files (name);
    `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("DROP TABLE picture_files; DROP TABLE picture_chunks; DROP TABLE pictures");
  }
}
