import type { MigrationInterface, QueryRunner } from "typeorm";

const TABLES = ["administrators", "administrator_invitations"] as const;

/**
 * Roles at all events or named ones (docs/decisions/0120). The release before reads and writes `role` and `event_id`: an
 * operator is an owner to us, and a role that it does not know is to it a person at the gate of no event, who sees nothing.
 */
export class TeamRoles1764000420000 implements MigrationInterface {
  public readonly name = "TeamRoles1764000420000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await queryRunner.query(`ALTER TABLE ${table} ADD COLUMN team_role text`);
      await queryRunner.query(`ALTER TABLE ${table} ADD COLUMN event_ids integer[]`);
      await queryRunner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_event_of_gate`);
      await queryRunner.query(
        `ALTER TABLE ${table} ADD CONSTRAINT ${table}_event_of_gate CHECK (role = 'gate' OR event_id IS NULL) NOT VALID`,
      );
      await queryRunner.query(
        `ALTER TABLE ${table} ADD CONSTRAINT ${table}_team_role CHECK (team_role IN
           ('owner', 'organiser', 'accountant', 'content', 'gate', 'viewer')
           AND (team_role <> 'owner' OR event_ids IS NULL)) NOT VALID`,
      );
    }
    await queryRunner.query(`
      CREATE FUNCTION both_roles() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.team_role IS NULL OR (TG_OP = 'UPDATE' AND NEW.team_role = OLD.team_role
             AND NEW.event_ids IS NOT DISTINCT FROM OLD.event_ids
             AND (NEW.role <> OLD.role OR NEW.event_id IS DISTINCT FROM OLD.event_id)) THEN
          NEW.team_role := CASE NEW.role WHEN 'operator' THEN 'owner' ELSE NEW.role END;
          NEW.event_ids := CASE WHEN NEW.role = 'gate' THEN ARRAY[NEW.event_id] END;
        ELSE
          NEW.role := CASE WHEN NEW.event_ids IS NULL AND NEW.team_role = 'owner' THEN 'operator'
                           WHEN NEW.event_ids IS NULL AND NEW.team_role = 'viewer' THEN 'viewer' ELSE 'gate' END;
          NEW.event_id := CASE WHEN NEW.team_role = 'gate' AND cardinality(NEW.event_ids) = 1 THEN NEW.event_ids[1] END;
        END IF;
        RETURN NEW;
      END $$`);
    await queryRunner.query(
      "COMMENT ON FUNCTION both_roles() IS 'Keeps the role that the release before knows in step with the team''s; goes with it.'",
    );
    for (const table of TABLES) {
      await queryRunner.query(
        `CREATE TRIGGER ${table}_both_roles BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION both_roles()`,
      );
      // The trigger fills the new columns.
      await queryRunner.query(`UPDATE ${table} SET role = role`);
    }
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await queryRunner.query(`DROP TRIGGER ${table}_both_roles ON ${table}`);
      // The schema before has no place for those.
      await queryRunner.query(`DELETE FROM ${table} WHERE role = 'gate' AND event_id IS NULL`);
      await queryRunner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_team_role`);
      await queryRunner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_event_of_gate`);
      await queryRunner.query(
        `ALTER TABLE ${table} ADD CONSTRAINT ${table}_event_of_gate CHECK ((role = 'gate') = (event_id IS NOT NULL))`,
      );
      await queryRunner.query(`ALTER TABLE ${table} DROP COLUMN event_ids`);
      await queryRunner.query(`ALTER TABLE ${table} DROP COLUMN team_role`);
    }
    await queryRunner.query("DROP FUNCTION both_roles()");
  }
}
