import type { FactWords } from "@sakhi/domain/events/event-facts";
import type { PageHead } from "@sakhi/domain/site/page-heads";
import { documentTitle } from "@sakhi/domain/site/site-name";
import type * as Pages from "@sakhi/domain/site/site.pages";
import { useEffect } from "react";
import { useMela } from "./mela";

/** The page that the server wrote the head of: its structured data is fuller than ours and stays. */
const SERVED_PATH = globalThis.location.pathname;

/** Writes one element of the head; takes it away where there is nothing to say. */
function put(
  tag: "meta" | "link",
  [attribute, name]: readonly [attribute: "name" | "property" | "rel", name: string],
  value: string | undefined,
): void {
  const found = document.head.querySelector(`${tag}[${attribute}="${name}"]`);
  if (value === undefined) {
    found?.remove();
    return;
  }
  const element = found ?? document.head.appendChild(document.createElement(tag));
  element.setAttribute(attribute, name);
  element.setAttribute(tag === "link" ? "href" : "content", value);
}

function setStructuredData(data: readonly object[]): void {
  const old = document.head.querySelectorAll('script[type="application/ld+json"]');
  const served = [...old].some((script) => !script.hasAttribute("data-page"));
  if (served && globalThis.location.pathname === SERVED_PATH) return;
  for (const script of old) script.remove();
  for (const entry of data) {
    const script = document.createElement("script");
    script.type = "application/ld+json";
    script.setAttribute("data-page", "");
    script.textContent = JSON.stringify({ "@context": "https://schema.org", ...entry });
    document.head.append(script);
  }
}

/** The page's own way from the home page, as search engines read it. */
function breadcrumbList({ breadcrumbs }: PageHead, origin: string): object {
  return {
    "@type": "BreadcrumbList",
    itemListElement: breadcrumbs.map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: origin + path,
    })),
  };
}

/**
 * A page by its path, as SITE_PAGES has it or as it stands in the address; `subject` is what it shows where the path has a
 * name in it, `title` and `description` others than usual.
 */
interface AskedPage {
  readonly path: string;
  readonly subject?: Pages.NamedSubject | undefined;
  readonly title?: string;
  readonly description?: string | undefined;
}

/** The page at one of SITE_PAGES. */
export const pageHead = (path: string, subject?: Pages.NamedSubject): AskedPage => ({ path, subject });

/** What all pages say of themselves: fetched after the first paint, for the server has written the first head. */
let pages: typeof Pages | undefined;

export async function loadPages(): Promise<typeof Pages> {
  pages ??= await import("@sakhi/domain/site/site.pages");
  return pages;
}

function setHead(
  { matchSitePage, pageHead: headOf }: typeof Pages,
  { path, subject, ...own }: AskedPage,
  data: readonly object[],
  words: FactWords,
): void {
  const page = matchSitePage(path)?.page;
  // Undefined where nothing is at the address, or nothing is known of what it names.
  const head =
    page === undefined || (page.subject !== undefined && subject === undefined)
      ? undefined
      : headOf(page.path, subject, words);
  const { origin } = globalThis.location;
  const title = documentTitle(own.title ?? head?.title ?? "");
  const description = own.description ?? head?.description;
  const address = head && origin + (head.breadcrumbs.at(-1)?.path ?? "/");
  document.title = title;
  put("meta", ["name", "description"], description);
  put("meta", ["name", "robots"], head === undefined || page?.personal === true ? "noindex" : undefined);
  put("meta", ["property", "og:title"], title);
  put("meta", ["property", "og:description"], description);
  put("meta", ["property", "og:url"], address);
  put("link", ["rel", "canonical"], address);
  setStructuredData(head === undefined ? data : [breadcrumbList(head, origin), ...data]);
}

/**
 * Sets title, description, canonical address, Open Graph tags and breadcrumb data of the page in view; the API
 * process writes the first ones into the HTML. `data` is further structured data.
 */
export function usePageHead(page: AskedPage, data: readonly object[] = []): void {
  const { dates, city, locality, organisation } = useMela();
  const words: FactWords = { dates, city, locality, officeCity: organisation.city };
  const key = JSON.stringify([page, data, words]);
  useEffect(() => {
    const [asked, more, facts] = JSON.parse(key) as [AskedPage, object[], FactWords];
    if (pages !== undefined) {
      setHead(pages, asked, more, facts);
      return undefined;
    }
    if (asked.title !== undefined) document.title = documentTitle(asked.title);
    let inView = true;
    loadPages().then(
      (loaded) => inView && setHead(loaded, asked, more, facts),
      // Off line for a moment: the next page sets its own.
      () => undefined,
    );
    return () => {
      inView = false;
    };
  }, [key]);
}
