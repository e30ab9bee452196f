import { expect, it } from "@jest/globals";
import { type EventTranslations, inLanguageOf, NO_TRANSLATIONS, typedTranslation } from "./event-translations.js";

const EVENT = {
  name: "The Mela",
  venueName: "Town Hall",
  venueDescription: "The Town Hall",
  city: "Pune",
  street: "MG Road",
};
const HINDI: EventTranslations = { version: 3, texts: { hi: { name: "सखी मेला", city: "पुणे", venueName: "" } } };

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
  [{}, undefined],
  [{ name: "  ", city: "" }, undefined],
  [{ name: " सखी मेला ", city: "" }, { name: "सखी मेला" }],
])("%j is kept as %j", (typed, kept) => {
  expect(typedTranslation(typed)).toEqual(kept);
});
