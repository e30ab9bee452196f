import type { FactWords } from "@sakhi/domain/events/event-facts";
import type { PageHead } from "@sakhi/domain/site/page-heads";
import { documentTitle } from "@sakhi/domain/site/site-name";
import type * as Pages from "@sakhi/domain/site/site.pages";
import { useEffect } from "react";
import { useMela } from "./mela";

/** The page that the server wrote the head of: its structured data is fuller than ours and stays. */
const SERVED_PATH = globalThis.location.pathname;

function setMeta(attribute: "name" | "property", key: string, content: string): void {
  let element = document.head.querySelector<HTMLMetaElement>(`meta[${attribute}="${key}"]`);
  if (element === null) {
    element = document.createElement("meta");
    element.setAttribute(attribute, key);
    document.head.append(element);
  }
  element.content = content;
}

function setCanonical(address: string): void {
  let element = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  if (element === null) {
    element = document.createElement("link");
    element.rel = "canonical";
    document.head.append(element);
  }
  element.href = address;
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

/** A public page, by its path; `subject` is what it shows where the path has a name in it, `title` another than usual. */
interface AskedPage {
  readonly path: string;
  readonly subject?: Pages.NamedSubject | undefined;
  readonly title?: string;
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
  { pageHead: headOf }: typeof Pages,
  { path, subject, title }: AskedPage,
  data: readonly object[],
  words: FactWords,
): void {
  const page = headOf(path, subject, words);
  const { description } = page;
  const { origin } = globalThis.location;
  const shownTitle = documentTitle(title ?? page.title);
  const address = origin + (page.breadcrumbs.at(-1)?.path ?? "/");
  document.title = shownTitle;
  setMeta("name", "description", description);
  setMeta("property", "og:title", shownTitle);
  setMeta("property", "og:description", description);
  setMeta("property", "og:url", address);
  setCanonical(address);
  setStructuredData([breadcrumbList(page, origin), ...data]);
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
