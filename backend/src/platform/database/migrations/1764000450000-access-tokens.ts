import type { MigrationInterface, QueryRunner } from "typeorm";

/** Tokens with which other systems read as the person who made them (docs/decisions/0126). */
export class AccessTokens1764000450000 implements MigrationInterface {
  public readonly name = "AccessTokens1764000450000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE access_tokens (
        id uuid PRIMARY KEY,
        administrator_id uuid NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
        name text NOT NULL,
        token_digest bytea NOT NULL UNIQUE,
        scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
        event_ids integer[],
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        expires_at timestamptz NOT NULL,
        last_used_on date,
        revoked_at timestamptz,
        CONSTRAINT access_tokens_a_year CHECK (expires_at <= created_at + interval '366 days')
      );
      CREATE INDEX access_tokens_of_administrator ON access_tokens (administrator_id)`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("DROP TABLE access_tokens");
  }
}
