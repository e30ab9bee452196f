import { expect, it } from "@jest/globals";
import {
  type EventTranslations,
  gateIn,
  inLanguageOf,
  NO_TRANSLATIONS,
  stillTranslated,
  typedTranslation,
  untranslated,
} from "./event-translations.js";

const EVENT = {
  name: "The Mela",
  venueName: "Town Hall",
  venueDescription: "The Town Hall",
  city: "Pune",
  street: "MG Road",
};
const HINDI: EventTranslations = {
  version: 3,
  texts: { hi: { name: "सखी मेला", city: "पुणे", venueName: "", gate: "गेट 2" } },
};

it.each([
  ["the first language", HINDI, "en", EVENT],
  ["an event without texts in it", NO_TRANSLATIONS, "hi", EVENT],
  ["a language that has none", HINDI, "kn", EVENT],
  // What is missing or empty stays in the first language.
  ["Hindi", HINDI, "hi", { ...EVENT, name: "सखी मेला", city: "पुणे" }],
] as const)("in %s", (_case, translations, language, expected) => {
  expect(inLanguageOf(EVENT, translations, language)).toEqual(expected);
});

it.each([
  ["Gate 2", HINDI, "hi", "गेट 2"],
  ["Gate 2", HINDI, "en", "Gate 2"],
  ["Gate 2", NO_TRANSLATIONS, "hi", "Gate 2"],
  // Nobody says a gate any longer.
  ["", HINDI, "hi", ""],
] as const)("the gate %j", (gate, translations, language, expected) => {
  expect(gateIn(gate, translations, language)).toBe(expected);
});

it.each([
  ["some", HINDI, ["Town Hall", "The Town Hall"]],
  ["all", NO_TRANSLATIONS, ["The Mela", "Town Hall", "The Town Hall", "Pune", "Gate 2"]],
] as const)("names %s of the texts that Hindi does not have", (_case, translations, expected) => {
  const { street: _none, ...texts } = EVENT;
  expect(untranslated({ ...texts, gate: "Gate 2" }, translations, "hi")).toEqual(expected);
});

it("does not name a text that nobody has said", () => {
  const { street: _none, ...texts } = EVENT;
  expect(untranslated({ ...texts, gate: "" }, NO_TRANSLATIONS, "hi")).not.toContain("");
});

it.each([
  [{}, undefined],
  [{ name: "  ", city: "" }, undefined],
  [{ name: " सखी मेला ", city: "" }, { name: "सखी मेला" }],
  [{ gate: " गेट 2" }, { gate: "गेट 2" }],
])("%j is kept as %j", (typed, kept) => {
  expect(typedTranslation(typed)).toEqual(kept);
});

it.each([
  ["nothing changed", {}, undefined],
  ["a text that Hindi does not have", { venueName: "City Hall" }, { name: "सखी मेला", city: "पुणे", gate: "गेट 2" }],
  ["another city", { city: "Nashik" }, { name: "सखी मेला", gate: "गेट 2" }],
  ["another name and gate", { name: "A Mela", gate: "Gate 3" }, { city: "पुणे" }],
] as const)("after %s", (_case, change, left) => {
  const before = { ...EVENT, gate: "Gate 2" };
  const after = stillTranslated(HINDI, before, { ...before, ...change });
  expect(after).toEqual(left === undefined ? undefined : { version: 4, texts: { hi: left } });
});

it("a language of which nothing is left is none", () => {
  const texts = { hi: { name: "सखी मेला" } };
  expect(stillTranslated({ version: 1, texts }, { name: "The Mela" }, { name: "A Mela" })).toEqual({
    version: 2,
    texts: {},
  });
});
