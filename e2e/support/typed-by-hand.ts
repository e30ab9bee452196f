import type { Page } from "@playwright/test";
import { FACTS_ELEMENT } from "@sakhi/domain/site/html";

/** A text that a page shows, or has for a screen reader. */
interface ShownText {
  readonly text: string;
  /** The element, as tag and attribute. */
  readonly where: string;
}

/** Runs in the page. What is marked as English is the text of a lawyer, or what somebody wrote. */
function shownTexts(): ShownText[] {
  const KEPT = "script, style, noscript, [lang=en], [translate=no], select[name] option[value=''], [data-written]";
  const found: ShownText[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { nodeValue: text, parentElement: parent } = walker.currentNode;
    if (text === null || text.trim() === "" || parent === null || parent.closest(KEPT) !== null) continue;
    // A name in a message has an element of its own, which says its language (docs/decisions/0137).
    const parts = [...parent.childNodes].filter((part) => !(part instanceof Element && part.matches("[lang=en]")));
    const isSplit = parts.length < parent.childNodes.length;
    const whole = isSplit ? parts.map((part) => part.textContent).join("") : text;
    found.push({ text: whole, where: parent.tagName.toLowerCase() });
  }
  for (const attribute of ["aria-label", "aria-description", "aria-valuetext", "placeholder", "alt", "title"])
    for (const element of document.querySelectorAll(`[${attribute}]`)) {
      const text = element.getAttribute(attribute) ?? "";
      if (element.closest(KEPT) === null) found.push({ text, where: `${element.tagName.toLowerCase()} ${attribute}` });
    }
  found.push({ text: document.title, where: "title of the document" });
  return found;
}

/** Names and signs that every language writes in Latin letters (docs/hindi.md, rule 5). */
const SAME_IN_ALL =
  /Sakhi Bazaar|WhatsApp(?: Business)?|Humsafal|She-Exports|Nutraceuticals|Cashfree(?: Payments)?|Instagram|Facebook|LinkedIn|YouTube|\b(?:GST|GSTIN|UPI|PAN|FSSAI|CGST|SGST|IGST|PDF|QR|CSV|NGO|ICS|JPEG|PNG|WebP|HEIC|MB|IST|GSTR-1|GSTR-3B|JSON|ZIP|Excel|API|Temporal|IPv[46]|English|Premium|Standard|General|Enter|Her Circle|EN Mela)\b/g;

/** What a language of another script has written itself. */
const OTHER_SCRIPTS = /[\p{Script=Devanagari}\p{Script=Kannada}।]+/gu;

/** A word of a language in Latin letters. */
const WORD = /[A-Za-z]{3,}/;

/** Isolates of names, and what differs between a text and the value it came from. */
const plain = (text: string): string =>
  text
    .replaceAll(/[\u2066-\u2069\u200e\u200f\u00ad]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .toLowerCase();

/** The strings of an answer of the api. */
function stringsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}

/** Values in a document, of the api. */
const EMBEDDED = /<script type="application\/json"[^>]*>(.*?)<\/script>/gs;

/** Collects from now on what the api answers to a page: names, places and texts that people wrote are data, and no words of ours. */
export function collectData(page: Page): Set<string> {
  const data = new Set<string>();
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    const add = (value: unknown) => {
      for (const text of stringsOf(value)) data.add(plain(text));
    };
    // What the api wrote into a document leaves it with the server-rendered view.
    if (response.request().resourceType() === "document") {
      void response.text().then(
        (html) => {
          for (const [, json = ""] of html.matchAll(EMBEDDED)) add(JSON.parse(json));
        },
        () => undefined,
      );
      return;
    }
    if (!pathname.startsWith("/api/") || !(response.headers()["content-type"] ?? "").includes("application/json"))
      return;
    void response.json().then(add, () => undefined);
  });
  return data;
}

/** Facts of the document, which the api writes into it. */
async function documentsData(page: Page): Promise<string[]> {
  const texts = await page.locator("script[type='application/json']").allTextContents();
  return texts.flatMap((text) => stringsOf(JSON.parse(text)));
}

/** An e-mail address, or one of a page. */
const isAddress = (part: string): boolean => !part.includes(" ") && /[@./]/.test(part);

/** A message of the pseudo-language, with all that it was given. */
const MARKED = /⟦[^⟦⟧]*⟧/g;

/** What is left of a text without its messages, which may be in one another. */
function withoutMessages(text: string): string {
  const rest = text.replaceAll(MARKED, "|");
  return rest === text ? text : withoutMessages(rest);
}

/**
 * Words of a page that come from no catalogue: neither marked as the pseudo-language's messages are, nor in another script than
 * Latin, nor data.
 *
 * @param data see {@link collectData}
 * @param typed what the test itself has typed
 */
export async function typedByHand(
  page: Page,
  data: ReadonlySet<string>,
  typed: readonly string[] = [],
): Promise<string[]> {
  const known = [...data, ...(await documentsData(page)).map(plain), ...typed.map(plain)];
  const isData = (part: string) => known.some((each) => each.includes(part));
  return [
    ...new Set(
      (await page.evaluate(shownTexts)).flatMap(({ text, where }) => {
        const shown = withoutMessages(text);
        const own = shown
          // A placeholder of a message, as an operator types it.
          .replaceAll(/\{\w+\}/g, "|")
          .replaceAll(OTHER_SCRIPTS, "|")
          // The number of an item before what somebody wrote.
          .replace(/^\d+\. /, "")
          .split(/[|·•,;:()“”"₹\n]|\s[-–]\s/)
          .map((part) => plain(part))
          .map((part) => [part, part.replaceAll(new RegExp(SAME_IN_ALL, "gi"), "").trim()] as const)
          .filter(([part, rest]) => WORD.test(rest) && !isData(part) && !isData(rest))
          .filter(([part]) => !isAddress(part));
        return own.length === 0 || isData(plain(shown)) ? [] : [`${where}: ${text.trim().slice(0, 80)}`];
      }),
    ),
  ];
}

/**
 * Texts of the document's event that a page in another language shows without their `lang`: an event that nobody has translated is
 * read out as English (docs/decisions/0137).
 */
export function unmarkedEventTexts(page: Page): Promise<string[]> {
  return page.evaluate((element) => {
    const facts = JSON.parse(document.querySelector(element)?.textContent ?? "{}") as {
      name?: string;
      venue?: string;
      venueLong?: string;
      address?: string;
      translations?: unknown[];
    };
    if (facts.translations !== undefined) return [];
    const { name, venue, venueLong, address } = facts;
    const texts = [name, venue, venueLong, address].filter((text) => text !== undefined && text !== "");
    const walker = document.createTreeWalker(document.querySelector("main") ?? document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (walker.nextNode()) {
      const { nodeValue, parentElement } = walker.currentNode;
      if (parentElement === null || parentElement.closest("[lang=en], script, style, [data-written]") !== null)
        continue;
      if (texts.some((text) => nodeValue?.includes(text ?? ""))) found.push(nodeValue?.trim() ?? "");
    }
    return found;
  }, `#${FACTS_ELEMENT}`);
}
