import { describe, expect, it } from "@jest/globals";
import { closestWord, spellingDistance } from "./close-spelling.js";
import { highlightParts, isSearchable, searchLength, searchQuery, withRecentSearch } from "./search.rules.js";

describe("searchQuery, searchLength and isSearchable", () => {
  it("trim, normalise to NFC and collapse white space", () => {
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
  ])("accept %j: %s", (text, searchable) => {
    expect(isSearchable(text)).toBe(searchable);
  });

  it("count an emoji as one character", () => {
    expect(searchLength("🧵")).toBe(1);
  });
});

describe("highlightParts", () => {
  it("marks every match, case-insensitively", () => {
    expect(highlightParts("Silk saree, SILK stole", "silk")).toEqual([
      { text: "Silk", matched: true },
      { text: " saree, ", matched: false },
      { text: "SILK", matched: true },
      { text: " stole", matched: false },
    ]);
  });

  it.each(["%", "_", ".*", "(", "<b>", "\\", "10% off"])("matches %j literally", (query) => {
    const parts = highlightParts(`a ${query} b`, query);
    expect(parts.map(({ text }) => text).join("")).toBe(`a ${query} b`);
    expect(parts.some(({ matched }) => matched)).toBe(query.length > 1);
  });

  it("marks nothing for queries under 2 characters, or if lower-casing changes the text's length", () => {
    expect(highlightParts("saree", "s")).toEqual([{ text: "saree", matched: false }]);
    expect(highlightParts("İİ silk", "silk")).toEqual([{ text: "İİ silk", matched: false }]);
    expect(highlightParts("", "silk")).toEqual([]);
  });
});

describe("withRecentSearch", () => {
  it("keeps the last five, newest first, without duplicates", () => {
    let recent: string[] = [];
    for (const text of ["one", "two", "three", "one", "four", "five", "six"]) {
      recent = withRecentSearch(recent, text);
    }
    expect(recent).toEqual(["six", "five", "four", "one", "three"]);
  });

  it("ignores blanks and single characters", () => {
    expect(withRecentSearch(["silk"], "  ")).toEqual(["silk"]);
    expect(withRecentSearch(["silk"], " s ")).toEqual(["silk"]);
  });
});

describe("spellingDistance and closestWord", () => {
  it.each([
    ["saree", "saree", 0],
    ["sarree", "saree", 1],
    ["kurat", "kurta", 1],
    ["", "abc", 3],
    ["abc", "", 3],
    ["साडी", "साड़ी", 1],
  ])("the distance of %j and %j is %i", (a, b, distance) => {
    expect(spellingDistance(a, b)).toBe(distance);
  });

  it("closestWord returns the closest word; the first one on a tie", () => {
    expect(closestWord("banarsi", ["bagru", "banarasi", "banaras"])).toBe("banarasi");
    expect(closestWord("juti", ["jute", "jutti"])).toBe("jute");
  });

  it("closestWord returns undefined if no word is close or the query is too short", () => {
    expect(closestWord("xylophone", ["saree", "kurta"])).toBeUndefined();
    expect(closestWord("ab", ["ac"])).toBeUndefined();
  });
});
