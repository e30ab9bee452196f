import assert from "node:assert/strict";
import { test } from "node:test";
import { foreignWrites } from "../check-tables.mjs";

const OWNER = { file: "stalls/stalls.entities.ts", text: '@Entity("stalls")\nexport class StallEntity {}\n' };
/** @param {string} text @param {string} [file] */
const written = (text, file = "operator/moves.service.ts") =>
  foreignWrites([OWNER, { file, text }]).writes.map(({ folder, table, line }) => `${folder} ${table} ${line}`);

for (const [what, text] of /** @type {const} */ ([
  ["INSERT", "sql = `\n INSERT INTO stalls (id) VALUES ($1)`"],
  ["UPDATE", "sql = `\n UPDATE stalls SET price = $1`"],
  ["UPDATE with an alias", "sql = `\n UPDATE stalls AS s SET price = $1`"],
  [
    "UPDATE within WITH, over lines",
    "sql = `\n WITH moved AS (UPDATE stalls s\n SET price = $1 RETURNING 1) SELECT 1`",
  ],
  ["DELETE", "sql = `\n DELETE FROM stalls`"],
  ["TypeORM's manager", "\nawait tx.insert(StallEntity, row)"],
  ["TypeORM's repository", "\nawait this.database.repository(StallEntity).update({ id }, row)"],
]))
  test(`check tables finds another folder's ${what}, with its line`, () => {
    assert.deepEqual(written(text), ["operator stalls 2"]);
  });

for (const [what, text, file] of /** @type {const} */ ([
  ["its owner's write", "sql = `UPDATE stalls SET price = $1`", "stalls/stalls.service.ts"],
  ["reading", "sql = `SELECT id FROM stalls FOR UPDATE`", undefined],
  ["locking one of several", "sql = `SELECT 1 FROM stalls s JOIN x USING (id) FOR UPDATE OF s SKIP LOCKED`", undefined],
  ["a conflict's update", "sql = `ON CONFLICT (id) DO UPDATE SET price = 1`", undefined],
]))
  test(`check tables allows ${what}`, () => {
    assert.deepEqual(written(text, file), []);
  });

test("check tables names tables that no entity declares", () => {
  const sql = { file: "ops/x.service.ts", text: "`INSERT INTO unknown_table VALUES (1)`" };
  assert.deepEqual(foreignWrites([OWNER, sql]).unknown, ["unknown_table (ops/x.service.ts)"]);
});
