import { describe, expect, it } from "@jest/globals";
import { closestWord, spellingDistance } from "./close-spelling.js";
import { highlightParts, isSearchable, searchLength, searchQuery, withRecentSearch } from "./search.rules.js";

describe("a search query", () => {
  it("is trimmed, composed and has single spaces", () => {
    expect(searchQuery("  blue \n\t pottery ")).toBe("blue pottery");
    expect(searchQuery("cafe\u0301")).toBe("caf\u00e9");
  });

  it.each([
    ["a", false],
    ["ab", true],
    [" a ", false],
    ["🧵", false],
    ["🧵🪡", true],
    ["सा", true],
    ["x".repeat(200), true],
    ["x".repeat(201), false],
  ])("%j can be searched: %s", (text, searchable) => {
    expect(isSearchable(text)).toBe(searchable);
  });

  it("counts an emoji as one character", () => {
    expect(searchLength("🧵")).toBe(1);
  });
});

describe("highlighting", () => {
  it("marks every match whatever the case", () => {
    expect(highlightParts("Silk saree, SILK stole", "silk")).toEqual([
      { text: "Silk", matched: true },
      { text: " saree, ", matched: false },
      { text: "SILK", matched: true },
      { text: " stole", matched: false },
    ]);
  });

  it.each(["%", "_", ".*", "(", "<b>", "\\", "10% off"])("takes %j as it is", (query) => {
    const parts = highlightParts(`a ${query} b`, query);
    expect(parts.map(({ text }) => text).join("")).toBe(`a ${query} b`);
    expect(parts.some(({ matched }) => matched)).toBe(query.length > 1);
  });

  it("marks nothing under 2 characters, and nothing where lowering changes the length", () => {
    expect(highlightParts("saree", "s")).toEqual([{ text: "saree", matched: false }]);
    expect(highlightParts("İİ silk", "silk")).toEqual([{ text: "İİ silk", matched: false }]);
    expect(highlightParts("", "silk")).toEqual([]);
  });
});

describe("recent searches", () => {
  it("are the last five, newest first, each once", () => {
    let recent: string[] = [];
    for (const text of ["one", "two", "three", "one", "four", "five", "six"]) {
      recent = withRecentSearch(recent, text);
    }
    expect(recent).toEqual(["six", "five", "four", "one", "three"]);
  });

  it("do not keep blanks and single characters", () => {
    expect(withRecentSearch(["silk"], "  ")).toEqual(["silk"]);
    expect(withRecentSearch(["silk"], " s ")).toEqual(["silk"]);
  });
});

describe("a close spelling", () => {
  it.each([
    ["saree", "saree", 0],
    ["sarree", "saree", 1],
    ["kurat", "kurta", 1],
    ["", "abc", 3],
    ["abc", "", 3],
    ["साडी", "साड़ी", 1],
  ])("%s is %s in %i steps", (a, b, distance) => {
    expect(spellingDistance(a, b)).toBe(distance);
  });

  it("is the closest, of equals the first", () => {
    expect(closestWord("banarsi", ["bagru", "banarasi", "banaras"])).toBe("banarasi");
    expect(closestWord("juti", ["jute", "jutti"])).toBe("jute");
  });

  it("is none when nothing is close, or when there is too little to go by", () => {
    expect(closestWord("xylophone", ["saree", "kurta"])).toBeUndefined();
    expect(closestWord("ab", ["ac"])).toBeUndefined();
  });
});
