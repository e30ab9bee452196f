import { websiteAddress } from "../catalogue/web-addresses.js";
import { oneLine } from "../fields/characters.js";
import { INDIAN_MOBILE, readIndianMobile } from "../fields/identifiers.js";
import messages from "../generated/messages/en/page-problems.js";
import { BRAND_PAGE_LABELS, type BrandLink } from "./brand-page.fields.js";

/** Longest link, in characters. */
export const MAX_LINK_LENGTH = 300;

/** The hosts of each network; a website may have any. */
const HOSTS: Readonly<Record<Exclude<BrandLink, "websiteUrl">, RegExp>> = {
  instagramUrl: /(?:^|\.)instagram\.com$/,
  whatsappUrl: /(?:^|\.)(?:wa\.me|whatsapp\.com)$/,
  facebookUrl: /(?:^|\.)(?:facebook\.com|fb\.com|fb\.me)$/,
  linkedinUrl: /(?:^|\.)linkedin\.com$/,
};

/** A handle as it is written: @saheli_pickles, or a name without a dot that ends like a web address. */
const HANDLE = /^@?([A-Za-z0-9_](?:[A-Za-z0-9_.]{0,48}[A-Za-z0-9_])?)$/;
const LIKE_A_HOST = /\.(?:com|in|org|net|me|co)$/i;

/**
 * Reads a link as it is typed: "saheli.in", "@saheli" on Instagram, a phone number on WhatsApp. What it cannot read it
 * returns as it is, for {@link linkProblem} to refuse. Total and idempotent.
 */
export function readBrandLink(kind: BrandLink, text: string): string {
  const typed = oneLine(text).replace(/^[<"'(]{1,9}|[>"'),;]{1,9}$/g, "");
  if (typed === "") return "";
  const number = readIndianMobile(typed);
  if (kind === "whatsappUrl" && INDIAN_MOBILE.test(number)) return `https://wa.me/91${number}`;
  const handle = HANDLE.exec(typed)?.[1];
  if (kind === "instagramUrl" && handle !== undefined && !LIKE_A_HOST.test(handle)) {
    return `https://www.instagram.com/${handle}`;
  }
  return readWebLink(typed);
}

/** Reads a web address as it is typed: blanks inside are dropped, https:// is prepended where no protocol is given. */
export function readWebLink(text: string): string {
  const typed = oneLine(text).replaceAll(" ", "");
  if (typed === "" || /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(typed))
    return typed.replace(/^https?:\/\//i, (p) => p.toLowerCase());
  return websiteAddress(typed.replace(/^\/+/, "")) ?? "";
}

/** Why a read link cannot be shown; undefined if it can, or is blank. @param kind undefined for a product's link */
export function linkProblem(link: string, kind?: BrandLink, words: typeof messages = messages): string | undefined {
  if (link === "") return undefined;
  if (link.length > MAX_LINK_LENGTH) return words.linkMost({ most: MAX_LINK_LENGTH });
  const host = hostOf(link);
  if (kind === undefined) return host === undefined ? words.productLink({ example: EXAMPLES.websiteUrl }) : undefined;
  const said = { network: BRAND_PAGE_LABELS[kind], example: EXAMPLES[kind] };
  if (host === undefined) return words.link(said);
  return kind === "websiteUrl" || HOSTS[kind].test(host) ? undefined : words.otherLink(said);
}

const EXAMPLES: Readonly<Record<BrandLink, string>> = {
  websiteUrl: "https://example.com",
  instagramUrl: "@yourbrand",
  whatsappUrl: "98765 43210",
  facebookUrl: "https://facebook.com/yourbrand",
  linkedinUrl: "https://linkedin.com/company/yourbrand",
};

/** http or https, no user or password, and a host that a domain name server knows: dots, and no bare number. */
const LINK = /^https?:\/\/([^/?#\s@:]+)(?::\d{1,5})?(?:[/?#][^\s<>"]*)?$/i;

function hostOf(link: string): string | undefined {
  const host = LINK.exec(link)?.[1]?.toLowerCase();
  if (host === undefined || host.length > 253) return undefined;
  const labels = host.split(".");
  const known =
    labels.length >= 2 &&
    labels.every((label) => /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u.test(label));
  return known && /\p{L}{2}/u.test(labels.at(-1) ?? "") ? host : undefined;
}
