import type { FactWords } from "@sakhi/domain/events/event-facts";
import type { PageHead } from "@sakhi/domain/site/page-heads";
import { documentTitle } from "@sakhi/domain/site/site-name";
import { matchSitePage, type NamedSubject, pageHead } from "@sakhi/domain/site/site.pages";

/**
 * A page by its path, as SITE_PAGES has it or as it stands in the address; `subject` is what it shows where the path has a
 * name in it, `title` and `description` others than usual.
 */
export interface AskedPage {
  readonly path: string;
  readonly subject?: NamedSubject | undefined;
  readonly title?: string;
  readonly description?: string | undefined;
}

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
 * Writes the head of a page.
 *
 * @param isServed whether it is the page that the server wrote the head of: its structured data is fuller than ours and stays
 */
export function setHead(
  { path, subject, ...own }: AskedPage,
  data: readonly object[],
  words: FactWords,
  isServed: boolean,
): void {
  const page = matchSitePage(path)?.page;
  // Undefined where nothing is at the address, or nothing is known of what it names.
  const head =
    page === undefined || (page.subject !== undefined && subject === undefined)
      ? undefined
      : pageHead(page.path, subject, words);
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
  setStructuredData(head === undefined ? data : [breadcrumbList(head, origin), ...data], isServed);
}
