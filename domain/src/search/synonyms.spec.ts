import { describe, expect, it } from "@jest/globals";
import { Synonyms } from "./synonyms.js";

const synonyms = new Synonyms([
  ["saree", "sari", "साड़ी"],
  ["cotton", "suti"],
  ["bell", "ghanti"],
  ["hair oil", "kesh tel"],
  ["jewellery", "jewelry"],
]);

describe("Synonyms.alternatives", () => {
  it.each<[string, string[]]>([
    ["sari", ["saree", "साड़ी"]],
    ["SARI", ["saree", "साड़ी"]],
    ["साड़ी", ["saree", "sari"]],
    ["saris", ["sari", "saree", "साड़ी"]],
    ["suti sari", ["suti saree", "suti साड़ी", "cotton sari", "cotton saree", "cotton साड़ी"]],
    ["kesh tel", ["hair oil"]],
    ["herbal kesh tel", ["herbal hair oil"]],
    ["boxes", ["box", "boxe"]],
    ["candies", ["candy", "candie"]],
    ["brass", []],
    ["gas", []],
    ["zeppelin", []],
    ["", []],
  ])("returns the alternatives of %j", (query, alternatives) => {
    expect(synonyms.alternatives(query)).toEqual(alternatives);
  });

  it("limits the number of alternatives", () => {
    expect(synonyms.alternatives("sari suti sari bell jewelry suti sari").length).toBeLessThanOrEqual(12);
  });
});

describe("Synonyms.perWord", () => {
  it("returns each word with its synonyms, without stop words", () => {
    expect(synonyms.perWord("sari for ghanti")).toEqual([
      ["sari", "saree", "साड़ी"],
      ["ghanti", "bell"],
    ]);
  });
});

describe("new Synonyms", () => {
  it.each<[string, string[][]]>([
    ["stands in two groups", [["a b", "c"], ["c"]]],
    ["is not in lower case", [["Saree"]]],
  ])("rejects a word that %s", (problem, groups) => {
    expect(() => new Synonyms(groups)).toThrow(problem);
  });
});
