import type { FactPlaceholders } from "../events/event-facts.js";
import { isolated } from "../fields/isolation.js";
import english from "../generated/messages/en/pages.js";
import type { Breadcrumbs, PageHead } from "./page-heads.js";
import { nameInPath, PATHS } from "./routes.js";
import { SITE_PAGES } from "./site.page-list.js";
import type { SitePage } from "./site.page-list.js";

export { SITE_PAGES } from "./site.page-list.js";
export type { SitePage } from "./site.page-list.js";

/** A matched page with its decoded path parameters. */
export interface MatchedPage {
  readonly page: SitePage;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds the page at a percent-encoded path, case ignored as by the site's router; undefined means 404. */
export function matchSitePage(pathname: string): MatchedPage | undefined {
  const parts: string[] = [];
  for (const part of partsOf(pathname)) {
    const text = decodedPart(part);
    if (text === undefined) return undefined;
    parts.push(text);
  }
  // Of several matches, the one with the fewest parameters wins.
  const matches = SITE_PAGES.flatMap((page) => {
    const params = paramsOf(partsOf(page.path), parts);
    return params === undefined ? [] : [{ page, params }];
  });
  return matches.toSorted((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0];
}

/** The subject of a page with a path parameter. */
export interface NamedSubject {
  /** The name as spelled in the catalogue. */
  readonly name: string;
  /** Canonical path of a subject reachable under several spellings; percent-encoded. */
  readonly path: string;
  /** Path of the parent page, if it differs from the page's: an NGO brand at /brands/. */
  readonly parent?: string;
  /** The page between the parent page and this one: the brand of a product. */
  readonly above?: Breadcrumbs[number];
  /** Overrides the page's description unless blank. */
  readonly description?: string | null | undefined;
}

/** Maximum length of a description shown by search engines, in characters. */
const DESCRIPTION_LENGTH = 160;

/**
 * Builds the metadata of a page, with breadcrumbs.
 *
 * @param path path of one of SITE_PAGES
 * @param subject for pages with a path parameter
 * @param words event facts for the description's placeholders
 * @param sells whether the stalls of the page's event are sold, now or later
 * @param texts of the language; the build's own
 * @throws Error for an unknown path, which is a programming error
 */
export function pageHead(
  path: string,
  subject?: NamedSubject,
  words: Partial<FactPlaceholders> = {},
  sells = true,
  texts: PageTexts = english,
): PageHead {
  const page = SITE_PAGES.find((other) => other.path === path);
  if (page === undefined) throw new Error(`There is no page at ${path}.`);
  const text: PageText = texts.pages[page.page];
  const values = { ...UNKNOWN, ...isolatedAll(words), name: isolated(subject?.name ?? "") };
  const title = said(text.title, values);
  const here = { name: path === PATHS.home ? texts.homeCrumb : (subject?.name ?? title), path: subject?.path ?? path };
  const parent = subject?.parent ?? page.parent;
  const above = [
    ...(parent === undefined ? [] : pageHead(parent, undefined, words, sells, texts).breadcrumbs),
    ...(subject?.above === undefined ? [] : [subject.above]),
  ];
  const own = subject?.description?.trim() ?? "";
  const general = sells ? text.description : (text.afterSales ?? text.description);
  const description = shortened(own === "" ? said(general, values) : own);
  return { title, description, breadcrumbs: [...above, here] };
}

function shortened(text: string): string {
  if (text.length <= DESCRIPTION_LENGTH) return text;
  const cut = text.slice(0, DESCRIPTION_LENGTH);
  const end = cut.lastIndexOf(" ");
  // A single long word is cut between characters, never within one.
  const kept = end > 0 ? cut.slice(0, end) : [...cut].slice(0, -2).join("");
  return `${kept}…`;
}

/** What a text of a page is filled with. */
type Values = Readonly<Record<"name" | keyof FactPlaceholders, string>>;

/** Facts that are not known stay visible as placeholders. */
const UNKNOWN = { dates: "{dates}", city: "{city}", locality: "{locality}", officeCity: "{officeCity}" };

const isolatedAll = (words: Partial<FactPlaceholders>) =>
  Object.fromEntries(Object.entries(words).map(([key, value]) => [key, isolated(value)]));

type Text = string | ((values: Values) => string);

/** The texts of a page. */
interface PageText {
  /** Says the subject's name where the path has a parameter. */
  readonly title: Text;
  readonly description: Text;
  /** Instead of the description once the stalls of its event are no longer sold. */
  readonly afterSales?: Text;
}

/** The texts of all pages in a language. */
export type PageTexts = typeof english;

const said = (text: Text, values: Values): string => (typeof text === "string" ? text : text(values));

function partsOf(path: string): string[] {
  return path.split("/").filter((part) => part !== "");
}

/** Decodes a path part and normalises it to NFC, like stored names; undefined if malformed. */
function decodedPart(part: string): string | undefined {
  try {
    const text = nameInPath(decodeURIComponent(part).normalize("NFC"));
    return /\p{Cc}/u.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

function paramsOf(pattern: readonly string[], parts: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const given = parts[index] ?? "";
    if (part.startsWith(":")) params[part.slice(1)] = given;
    else if (part !== given.toLowerCase()) return undefined;
  }
  return params;
}
