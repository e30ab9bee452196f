const WEB_PROTOCOL = /^https?:\/\//i;

/**
 * Normalises a brand's website to a link: trimmed; undefined if blank; https:// is prepended unless it starts with
 * http:// or https:// (specification 1, section 5; for every outgoing button, R-033). This also makes addresses with
 * another protocol, such as javascript:, harmless.
 */
export function websiteAddress(text: string | null | undefined): string | undefined {
  const trimmed = text?.trim() ?? "";
  if (trimmed === "") return undefined;
  return WEB_PROTOCOL.test(trimmed) ? trimmed : `https://${trimmed}`;
}

/** Result of {@link socialAddress}: a link, none (blank), or refused because of its protocol. */
type SocialAddress =
  | { readonly kind: "link"; readonly href: string }
  | { readonly kind: "none" }
  | { readonly kind: "refused" };

/**
 * Normalises a social media address like {@link websiteAddress}, but refuses other protocols (a colon, but neither http
 * nor https); the caller logs a warning (specification 1, section 5).
 */
export function socialAddress(text: string | null | undefined): SocialAddress {
  const trimmed = text?.trim() ?? "";
  if (trimmed === "") return { kind: "none" };
  if (WEB_PROTOCOL.test(trimmed)) return { kind: "link", href: trimmed };
  return trimmed.includes(":") ? { kind: "refused" } : { kind: "link", href: `https://${trimmed}` };
}
