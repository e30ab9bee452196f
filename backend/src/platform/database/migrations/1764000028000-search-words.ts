import type { MigrationInterface, QueryRunner } from "typeorm";

/** Indexes of whole words, for searches in other words (docs/decisions/0032-words-have-an-index.md). */
export class SearchWords1764000028000 implements MigrationInterface {
  public readonly name = "SearchWords1764000028000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    // The words of a text, whatever the locale takes for letters: vowel signs belong to their words. A word that an
    // index could not hold is cut. The cost keeps the planner from calling it for each row of a table. It would also
    // make parallel workers look worth while, whose start takes longer than such a query.
    await queryRunner.query(String.raw`
      CREATE FUNCTION search_words(t text) RETURNS tsvector
        LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL UNSAFE COST 10000 AS $$
        BEGIN
          IF octet_length(t) > 2000 THEN
            t := regexp_replace(t, '(\S{200})\S+', '\1', 'g');
          END IF;
          RETURN array_to_tsvector(array_remove(regexp_split_to_array(t,
            '[\u0001-\u002f:-@[-\u0060{-\u00bf\u2000-\u200b\u200e-\u206f।॥₹]+'), ''));
        END $$`);
    await queryRunner.query("CREATE INDEX brands_name_words ON brands USING gin (search_words(name_key))");
    for (const module of ["ngos", "services", "shops"]) {
      await queryRunner.query(
        `CREATE INDEX listings_${module}_words ON listings USING gin (search_words(search_text))
           WHERE status = 'live' AND module = '${module}'`,
      );
    }
    await queryRunner.query("ANALYZE brands, listings");
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("DROP FUNCTION search_words CASCADE");
  }
}
