import "reflect-metadata";
import { describe, expect, it } from "@jest/globals";
import { Column, Entity, PrimaryColumn } from "typeorm";
import { computed, named, numbered, orNull, type RowOf, selected, sql } from "./statements.js";

@Entity("things")
class ThingEntity {
  @PrimaryColumn("uuid") id!: string;
  @Column("text") fullName!: string;
}

describe("numbered", () => {
  it.each([
    ["each name, in order", "a = :first AND b = :second", "a = $1 AND b = $2", ["1", "2"]],
    ["a name twice as one parameter", "a = :second OR :second IS NULL", "a = $1 OR $1 IS NULL", ["2"]],
    ["a name before a cast", "a = :first::text[]", "a = $1::text[]", ["1"]],
  ])("numbers %s", (_what, text, expected, parameters) => {
    const values = Object.fromEntries(
      Object.entries({ first: "1", second: "2" }).filter(([name]) => text.includes(name)),
    );
    expect(numbered(text, values)).toEqual({ text: expected, values: parameters });
  });

  it.each([
    ["a cast", "a::text = b::float8"],
    ["a string", "a = '{:first}' AND b = 'it''s :second'"],
    ["a time", "a > '10:30'"],
    ["a comment, whose apostrophe opens no string", "a -- the payer's :first\n = 'b'"],
    ["an array's slice", "a[1:2]"],
  ])("leaves %s", (_what, text) => {
    expect(numbered(text, {})).toEqual({ text, values: [] });
  });

  it("reads a parameter after a comment with an apostrophe", () => {
    expect(numbered("a -- the payer's\n = :first", { first: 1 })).toEqual({
      text: "a -- the payer's\n = $1",
      values: [1],
    });
  });

  it("refuses a name without a value, and a value without a name", () => {
    expect(() => numbered("a = :first", {})).toThrow("has no value first");
    expect(() => numbered("a = :first", { first: 1, frist: 2 })).toThrow("does not name frist");
  });

  it("takes a value that is undefined, which is stored as NULL", () => {
    expect(numbered("a = :first", { first: undefined })).toEqual({ text: "a = $1", values: [undefined] });
  });
});

describe("sql", () => {
  const SEEN = computed<{ readonly seenAt: Date }>({ seenAt: "clock_timestamp()" });
  const THING = sql`SELECT ${selected(ThingEntity, "t", ["fullName"])}, ${SEEN} FROM things t`;

  it("joins select lists and text, and knows its entity", () => {
    const where = "t.id = :id";
    expect(sql`${THING} WHERE ${where}`).toEqual({
      text: "SELECT t.full_name, clock_timestamp() AS seen_at FROM things t WHERE t.id = :id",
      entity: ThingEntity,
    });
  });

  it("keeps its rows when it gets a name", () => {
    const statement = named("seen_things", THING);
    expect(statement).toEqual({ name: "seen_things", text: THING.text, entity: ThingEntity });
    const row: RowOf<typeof statement> = { fullName: "Asha", seenAt: new Date(0) };
    expect(row.fullName).toBe("Asha");
  });

  it("gives its rows the type of its select lists", () => {
    const row: RowOf<typeof THING> = { fullName: "Asha", seenAt: new Date(0) };
    // @ts-expect-error: the list has no id
    expect(row.id).toBeUndefined();
    const JOINED = sql`SELECT ${orNull(selected(ThingEntity, "t"))}, ${SEEN}`;
    const missing: RowOf<typeof JOINED> = { id: null, fullName: null, seenAt: new Date(0) };
    expect(missing.id).toBeNull();
  });
});
