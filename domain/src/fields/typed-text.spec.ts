import "reflect-metadata";
import { describe, expect, it } from "@jest/globals";
import { plainToInstance } from "class-transformer";
import { manyLines, optionalLine, singleLine, trimmed } from "./typed-text.dto.js";

class Typed {
  @trimmed trimmed?: unknown;
  @singleLine line?: unknown;
  @optionalLine optional?: unknown;
  @manyLines lines?: unknown;
}

describe("text transforms", () => {
  it.each<[keyof Typed, unknown, unknown]>([
    ["trimmed", "  a b  ", "a b"],
    ["line", " a\r\nb\tc ", "a b c"],
    ["optional", " \n ", undefined],
    ["lines", "a\r\nb\u0007 ", "a\nb"],
    // Normalised to NFC, as the catalogue's filters require.
    ["line", "क\u095Dाई", "क\u0922\u093Cाई"],
    ["trimmed", "e\u0301toile", "\u00E9toile"],
    ["lines", "\u095D", "\u0922\u093C"],
    // Joiners are kept within a word; text of nothing else would be invisible.
    ["line", "क्\u200Dष", "क्\u200Dष"],
    ["line", "\u200D \u2063", ""],
    ["optional", "\u200D", undefined],
    ["lines", "\u200B\n\u200B", ""],
    ["line", ["a"], ["a"]],
    ["trimmed", 5, 5],
  ])("%s transforms %j to %j", (field, typed, transformed) => {
    expect(plainToInstance(Typed, { [field]: typed })[field]).toEqual(transformed);
  });
});
