import type { FactWords } from "../events/event-facts.js";
import type { PageHead } from "./page-heads.js";
import { PATHS } from "./routes.js";
import { SITE_PAGES } from "./site.page-list.js";
import type { SitePage } from "./site.page-list.js";

export { SITE_PAGES } from "./site.page-list.js";
export type { SitePage } from "./site.page-list.js";

/** A page and the parts of its address, decoded. */
export interface MatchedPage {
  readonly page: SitePage;
  readonly params: Readonly<Record<string, string>>;
}

/** The page at this path (as it stands in the address, percent-encoded), or undefined: then it is a 404. */
export function matchSitePage(pathname: string): MatchedPage | undefined {
  const parts: string[] = [];
  for (const part of partsOf(pathname)) {
    const text = decodedPart(part);
    if (text === undefined) return undefined;
    parts.push(text);
  }
  // Exact addresses are listed with those that have a name in them: the one with fewer names wins.
  const matches = SITE_PAGES.flatMap((page) => {
    const params = paramsOf(partsOf(page.path), parts);
    return params === undefined ? [] : [{ page, params }];
  });
  return matches.toSorted((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0];
}

/** What a page with a name in its address shows. */
export interface NamedSubject {
  /** As the catalogue spells it. */
  readonly name: string;
  /** The one address of what can be reached by several spellings; percent-encoded. */
  readonly path: string;
  /** Path of the page above, where it is another than usual: an NGO brand at /brands/. */
  readonly parent?: string;
  /** What it says of itself, in place of the page's description; blank or missing: nothing. */
  readonly description?: string | null | undefined;
}

/** Longest description that search engines show, in characters. */
const DESCRIPTION_LENGTH = 160;

/**
 * What a page says of itself, with the way to it from the home page.
 *
 * @param path one of SITE_PAGES
 * @param subject for those with a name in their address
 * @param words facts that descriptions name in braces
 * @throws Error for any other path: a slip in the code
 */
export function pageHead(path: string, subject?: NamedSubject, words: Partial<FactWords> = {}): PageHead {
  const page = SITE_PAGES.find((other) => other.path === path);
  if (page === undefined) throw new Error(`There is no page at ${path}.`);
  const name = subject?.name ?? "";
  const title = named(page.title, name);
  const here = { name: path === PATHS.home ? "Home" : (subject?.name ?? title), path: subject?.path ?? path };
  const parent = subject?.parent ?? page.parent;
  const above = parent === undefined ? [] : pageHead(parent).breadcrumbs;
  const own = subject?.description?.trim() ?? "";
  const description = shortened(own === "" ? named(withFacts(page.description, words), name) : own);
  return { title, description, breadcrumbs: [...above, here] };
}

function shortened(text: string): string {
  if (text.length <= DESCRIPTION_LENGTH) return text;
  const cut = text.slice(0, DESCRIPTION_LENGTH);
  const end = cut.lastIndexOf(" ");
  // A word that fills the room by itself is cut where it ends, between two characters and not within one.
  const kept = end > 0 ? cut.slice(0, end) : [...cut].slice(0, -2).join("");
  return `${kept}…`;
}

/** Puts the name of what a page shows into its title or description. */
function named(template: string, name: string): string {
  // A function, for a text would have its $& read as a pattern.
  return template.replaceAll("{name}", () => name);
}

/** Puts facts into a text that names them in braces; other braces stay. */
function withFacts(text: string, words: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, word: string) => words[word] ?? whole);
}

function partsOf(path: string): string[] {
  return path.split("/").filter((part) => part !== "");
}

/** Composed, as names are stored; undefined for what no name can hold. */
function decodedPart(part: string): string | undefined {
  try {
    const text = decodeURIComponent(part).normalize("NFC");
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
    else if (part !== given) return undefined;
  }
  return params;
}
