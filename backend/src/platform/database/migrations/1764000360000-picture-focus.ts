import type { MigrationInterface, QueryRunner } from "typeorm";

/** The point of a picture that every frame keeps in view; the middle, as pictures were cut before. */
export class PictureFocus1764000360000 implements MigrationInterface {
  public readonly name = "PictureFocus1764000360000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE pictures ADD COLUMN focus_x smallint NOT NULL DEFAULT 50, ADD COLUMN focus_y smallint NOT NULL DEFAULT 50`);
    await queryRunner.query(`
      ALTER TABLE pictures ADD CONSTRAINT pictures_focus
        CHECK (focus_x BETWEEN 0 AND 100 AND focus_y BETWEEN 0 AND 100) NOT VALID`);
    await queryRunner.query("ALTER TABLE pictures VALIDATE CONSTRAINT pictures_focus");
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("ALTER TABLE pictures DROP COLUMN focus_x, DROP COLUMN focus_y");
  }
}
