import { expect, it } from "@jest/globals";
import { acceptedLanguage } from "./accepted-language.js";

it.each([
  [undefined, "en"],
  ["", "en"],
  ["hi", "hi"],
  ["hi-IN,hi;q=0.9,en-IN;q=0.8", "hi"],
  ["en-IN,en;q=0.9,hi;q=0.8", "en"],
  // The order is that of the weights.
  ["en;q=0.5, hi;q=0.7", "hi"],
  ["hi;q=0.5, en", "en"],
  ["en;q=0.8,hi;q=0.8", "en"],
  ["HI-in ; q=1.000", "hi"],
  // What the site has no pages in is skipped; so is what is refused.
  ["ta-IN,kn;q=0.9,hi;q=0.1", "hi"],
  ["ta,kn", "en"],
  ["hi;q=0", "en"],
  ["hi;q=0.000,en;q=0.1", "en"],
  // Any language is English.
  ["*", "en"],
  ["*,hi;q=0.5", "en"],
  ["hi,*;q=0.5", "hi"],
  // Not as the header is written.
  ["hi;q=2", "en"],
  ["hi;level=1,en", "en"],
  ["hindi", "en"],
  ["<script>,hi", "hi"],
  [`${"ta,".repeat(50_000)}hi`, "en"],
  ["-".repeat(100_000), "en"],
])("Accept-Language %j is answered in %s", (header, language) => {
  expect(acceptedLanguage(header)).toBe(language);
});
