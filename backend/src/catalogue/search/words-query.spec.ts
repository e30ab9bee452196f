import { describe, expect, it } from "@jest/globals";
import { anyPhrase, everyWord } from "./words-query.js";

describe("word queries", () => {
  it.each<[string[], string | undefined, string[]]>([
    [["diya"], "(diya | diyas | diyaes)", []],
    [["wooden", "लकड़ी"], "(wooden | woodens | woodenes) | लकड़ी:*", []],
    [["आम"], "आम", []],
    [
      ["pepper", "kali mirch"],
      "(pepper | peppers | pepperes) | kali & (mirch | mirchs | mirches)",
      ["pepper", "kali mirch"],
    ],
    [["hand-made"], "hand & (made | mades | madees)", ["hand-made"]],
    [["o'neil\\ :* (x)"], "o & neil & (x | xs | xes)", ["o'neil\\ :* (x)"]],
    [["", "&", "' | !"], undefined, []],
  ])("anyPhrase() matches any of %j", (phrases, query, inOrder) => {
    expect(anyPhrase(phrases)).toEqual(query === undefined ? undefined : { query, phrases: inOrder });
  });

  it.each<[string[][], string | undefined]>([
    [[["oil", "tel"], ["hibiscus"]], "((oil | oils | oiles) | (tel | tels | teles)) & (hibiscus:*)"],
    [[["pepper", "kali mirch"], ["jar"]], "(pepper:* | kali & mirch:*) & ((jar | jars | jares))"],
    [[["oil"], ["&"]], undefined],
    [[["oil"]], undefined],
  ])("everyWord() matches all of %j", (meanings, query) => {
    expect(everyWord(meanings)).toEqual(query === undefined ? undefined : { query, phrases: [] });
  });
});
