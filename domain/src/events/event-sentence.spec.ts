import { describe, expect, it } from "@jest/globals";
import { englishOf, sentenceParts } from "./event-sentence.js";

// Read with the English build's own language, `en`, in place of Hindi.
const FACTS = {
  ...{ name: "The Mela", venue: "Town Hall, Pune", venueLong: "The Town Hall, Pune", city: "Pune" },
  ...{ locality: "Camp", address: "MG Road, Camp, Pune 411001", arrival: { gate: "" } },
};

describe("which texts of an event are English", () => {
  it("all of one without texts in the page's language, and none that nobody has said", () => {
    const { locality, address, arrival: _none, ...texts } = FACTS;
    expect(englishOf(FACTS)).toEqual([...Object.values(texts), locality, address]);
    expect(englishOf({ ...FACTS, translations: [{ language: "kn", english: [] }] })).toEqual(englishOf(FACTS));
  });

  it("those that it lacks, and the address", () => {
    const translations = [{ language: "en", english: ["Town Hall"] }];
    expect(englishOf({ ...FACTS, translations })).toEqual(["Town Hall", FACTS.locality, FACTS.address]);
  });

  it.each([[{ title: "The Mela 2026" }], [{ eventName: "The Mela" }], [{ arrival: { gate: "Gate 2" } }]])(
    "%j of a list",
    (texts) => {
      expect(englishOf(texts)).toHaveLength(1);
    },
  );
});

describe("parts of a sentence", () => {
  const english = englishOf(FACTS);
  it.each([
    ["a name alone", "The Mela", "[The Mela]"],
    ["a name and its edition", "The Mela 2026", "[The Mela] 2026"],
    ["a line", "The Mela, 3–4 दिसंबर 2026, Pune", "[The Mela], 3–4 दिसंबर 2026, [Pune]"],
    ["a venue is marked whole", "3 दिसंबर, Town Hall, Pune। स्टॉल चुनें।", "3 दिसंबर, [Town Hall, Pune]। स्टॉल चुनें।"],
    ["twice", "Pune और Pune", "[Pune] और [Pune]"],
    ["without its article", "B12 आपका है: the Mela", "B12 आपका है: [the Mela]"],
    ["none of them", "स्टॉल चुनें।", "स्टॉल चुनें।"],
    ["isolated", "\u2068The Mela\u2069: नक्शा", "\u2068[The Mela]\u2069: नक्शा"],
    ["nothing", "", ""],
  ])("%s", (_case, sentence, marked) => {
    const parts = sentenceParts(sentence, english);
    expect(parts.map(({ text, isEnglish }) => (isEnglish ? `[${text}]` : text)).join("")).toBe(marked);
    expect(parts.map(({ text }) => text).join("")).toBe(sentence);
  });

  it("a sentence stays whole where everything is translated", () => {
    expect(sentenceParts("सखी मेला, Pune", [])).toEqual([{ text: "सखी मेला, Pune", isEnglish: false }]);
  });
});
