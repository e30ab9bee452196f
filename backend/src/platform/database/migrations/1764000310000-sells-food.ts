import type { MigrationInterface, QueryRunner } from "typeorm";

/** The question that says who sells food, for events that ask food stalls something; before it, the type of the stall did. */
export class SellsFood1764000310000 implements MigrationInterface {
  public readonly name = "SellsFood1764000310000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      UPDATE event_questions q SET position = position + 1
       WHERE EXISTS (SELECT FROM event_questions f WHERE f.event_id = q.event_id AND f.audience = 'food_stalls')`);
    await queryRunner.query(`
      INSERT INTO event_questions (event_id, key, label, help, kind, choices, required, asked, audience, position)
      SELECT DISTINCT event_id, 'sells_food', 'Do you sell food?',
             'Anything to eat or drink, also packed: pickles, sweets, tea, spices.', 'choice', ARRAY['Yes', 'No'], true,
             'form_or_later', 'every_stall', 1
        FROM event_questions WHERE audience = 'food_stalls'
          ON CONFLICT (event_id, key) DO NOTHING`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("DELETE FROM event_questions WHERE key = 'sells_food'");
  }
}
