import type { MigrationInterface, QueryRunner } from "typeorm";

const slugsOf = (rule: string): string => `
  ALTER TABLE events
    DROP CONSTRAINT events_slug,
    -- Not "mela", which is the current event's address, nor "all", which names no single one.
    ADD CONSTRAINT events_slug CHECK (${rule} AND length(slug) <= 80 AND slug NOT IN ('mela', 'all')) NOT VALID`;

/**
 * Slugs have letters of every script, as the domain writes them (eventSlug): of ASCII small letters, digits and single
 * hyphens between them. NOT VALID: the rule is wider than the one before, which all rows fulfil.
 */
export class SlugsOfEveryScript1764000230000 implements MigrationInterface {
  public readonly name = "SlugsOfEveryScript1764000230000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      slugsOf("slug <> '' AND slug !~ '[\\x01-\\x2c\\x2e\\x2f\\x3a-\\x60\\x7b-\\xa0]' AND slug !~ '^-|--|-$'"),
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(slugsOf("slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'"));
  }
}
