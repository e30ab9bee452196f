import { describe, expect, it } from "@jest/globals";
import { languageOfPath, pathIn, preferredLanguage, SITE_LANGUAGES } from "./language-paths.js";

describe("addresses by language", () => {
  it.each([
    ["/", "en", "/"],
    ["/paid-events/mela?stall=B12#top", "en", "/paid-events/mela?stall=B12#top"],
    ["/hi", "hi", "/"],
    ["/hi/", "hi", "/"],
    ["/hi?q=pickle", "hi", "/?q=pickle"],
    ["/hi/paid-events/mela?view=list", "hi", "/paid-events/mela?view=list"],
    // Only a whole part of the address names a language; one that is not complete has no pages.
    ["/hindi", "en", "/hindi"],
    ["/HI/products", "en", "/HI/products"],
    ["/kn/products", "en", "/kn/products"],
    ["/brands/hi", "en", "/brands/hi"],
    ["/hi/hi", "hi", "/hi"],
    ["/hi//evil.example", "hi", "//evil.example"],
  ])("%s is in %s the page %s", (address, language, path) => {
    expect(languageOfPath(address)).toEqual({ language, path });
  });

  it.each(["/", "/?q=1", "/#end", "/products", "/brands/Baans%20Basti?module=shops"])(
    "%s has an address in each language that leads back to it",
    (path) => {
      for (const language of SITE_LANGUAGES) expect(languageOfPath(pathIn(language, path))).toEqual({ language, path });
    },
  );
});

it.each([
  [["hi-IN", "en-IN"], "hi"],
  [["en-IN", "hi"], "en"],
  [["ta-IN", "HI", "en"], "hi"],
  [["kn", "ta"], undefined],
  [[], undefined],
])("of %j it is %s", (tags, language) => {
  expect(preferredLanguage(tags)).toBe(language);
});
