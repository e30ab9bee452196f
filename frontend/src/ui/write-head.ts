import type { FactPlaceholders } from "@sakhi/domain/events/event-facts";
import { pathIn, SITE_LANGUAGES } from "@sakhi/domain/languages/language-paths";
import { breadcrumbList, documentTitle } from "@sakhi/domain/site/page-heads";
import { matchSitePage, type NamedSubject, pageHead } from "@sakhi/domain/site/site.pages";
import { pageAddress } from "./language";

/**
 * Head data of a page. `path` is a pattern of SITE_PAGES or an actual path, `subject` what a path parameter names;
 * `title` and `description` override the defaults.
 */
export interface PageHeadData {
  readonly path: string;
  readonly subject?: NamedSubject | undefined;
  readonly title?: string;
  readonly description?: string | undefined;
}

/** Sets one element of the head; removes it if the value is undefined. */
function setElement(
  tag: "meta" | "link",
  [attribute, name]: readonly [attribute: "name" | "property" | "rel", name: string],
  value: string | undefined,
): void {
  const existing = document.head.querySelector(`${tag}[${attribute}="${name}"]`);
  if (value === undefined) {
    existing?.remove();
    return;
  }
  const element = existing ?? document.head.appendChild(document.createElement(tag));
  element.setAttribute(attribute, name);
  element.setAttribute(tag === "link" ? "href" : "content", value);
}

/** The addresses of the page in each language. @param path as specified; undefined for a page that is not found by search engines */
function setAlternates(path: string | undefined): void {
  for (const link of document.head.querySelectorAll('link[rel="alternate"][hreflang]')) link.remove();
  if (path === undefined) return;
  for (const language of ["x-default", ...SITE_LANGUAGES] as const) {
    const link = document.createElement("link");
    link.rel = "alternate";
    link.hreflang = language;
    link.href = globalThis.location.origin + pathIn(language === "x-default" ? "en" : language, path);
    document.head.append(link);
  }
}

function setStructuredData(data: readonly object[], isServed: boolean): void {
  const old = document.head.querySelectorAll('script[type="application/ld+json"]');
  const served = [...old].some((script) => !script.hasAttribute("data-page"));
  if (served && isServed) return;
  for (const script of old) script.remove();
  for (const entry of data) {
    const script = document.createElement("script");
    script.type = "application/ld+json";
    script.setAttribute("data-page", "");
    script.textContent = JSON.stringify({ "@context": "https://schema.org", ...entry });
    document.head.append(script);
  }
}

/**
 * Writes the head of a page.
 *
 * @param sells whether the stalls of the page's event are sold, now or later
 * @param isServed true for the page whose head the server rendered: its structured data has more detail and stays
 */
export function setHead(
  { path, subject, ...overrides }: PageHeadData,
  data: readonly object[],
  words: FactPlaceholders,
  isServed: boolean,
  sells: boolean,
): void {
  const page = matchSitePage(path)?.page;
  // Undefined if the path or its subject is unknown.
  const head =
    page === undefined || (page.subject !== undefined && subject === undefined)
      ? undefined
      : pageHead(page.path, subject, words, sells);
  const { origin } = globalThis.location;
  const title = documentTitle(overrides.title ?? head?.title ?? "");
  const description = overrides.description ?? head?.description;
  const at = head && (head.breadcrumbs.at(-1)?.path ?? "/");
  const address = at && origin + pageAddress(at);
  document.title = title;
  setElement("meta", ["name", "description"], description);
  setElement("meta", ["name", "robots"], head === undefined || page?.personal === true ? "noindex" : undefined);
  setElement("meta", ["property", "og:title"], title);
  setElement("meta", ["property", "og:description"], description);
  setElement("meta", ["property", "og:url"], address);
  setElement("link", ["rel", "canonical"], address);
  setAlternates(page?.personal === true ? undefined : at);
  setStructuredData(head === undefined ? data : [breadcrumbList(origin, head.breadcrumbs), ...data], isServed);
}
