import type { PublicFacts } from "@sakhi/domain/events/event-facts";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import { FACTS_ELEMENT, escapeHtml, scriptJson } from "@sakhi/domain/site/html";
import { documentTitle } from "@sakhi/domain/site/page-heads";
import type { JsonLd } from "./structured-data.js";

/** A page's metadata for search engines and link previews. */
export interface PageHead {
  readonly title: string;
  readonly description: string;
  /** Absolute URL; absent for pages that do not exist. */
  readonly canonical?: string;
  /** Absolute URLs of the page in each language, and for those who read none of them; absent like `canonical`. */
  readonly alternates?: readonly { readonly language: LanguageCode | "x-default"; readonly url: string }[];
  readonly language: LanguageCode;
  /** Absolute URL of the link preview's picture. */
  readonly image: string;
  /** Its size in pixels, if known. */
  readonly imageSize?: { readonly width: number; readonly height: number } | undefined;
  readonly indexed: boolean;
  /** The event's facts, embedded for all screens. */
  readonly facts: PublicFacts;
  readonly data: readonly JsonLd[];
}

/** Renders the tags that replace `<!--app-head-->` in the built page. */
export function renderHead(head: PageHead): string {
  const title = documentTitle(head.title);
  const meta = (attribute: "name" | "property", key: string, content: string): string =>
    `<meta ${attribute}="${key}" content="${escapeHtml(content)}" />`;
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta("name", "description", head.description),
    ...(head.indexed ? [] : [meta("name", "robots", "noindex")]),
    ...(head.canonical === undefined
      ? []
      : [`<link rel="canonical" href="${escapeHtml(head.canonical)}" />`, meta("property", "og:url", head.canonical)]),
    ...(head.indexed ? (head.alternates ?? []) : []).map(
      ({ language, url }) => `<link rel="alternate" hreflang="${language}" href="${escapeHtml(url)}" />`,
    ),
    meta("property", "og:type", "website"),
    meta("property", "og:site_name", head.facts.organisation.name),
    meta("property", "og:locale", `${head.language}_IN`),
    meta("property", "og:title", title),
    meta("property", "og:description", head.description),
    meta("property", "og:image", head.image),
    ...(head.imageSize === undefined
      ? []
      : [
          meta("property", "og:image:width", String(head.imageSize.width)),
          meta("property", "og:image:height", String(head.imageSize.height)),
        ]),
    meta("name", "twitter:card", "summary_large_image"),
    meta("name", "twitter:image", head.image),
    `<script type="application/json" id="${FACTS_ELEMENT}">${scriptJson({ ...head.facts })}</script>`,
    ...head.data.map((data) => `<script type="application/ld+json">${scriptJson(data)}</script>`),
  ].join("\n    ");
}
