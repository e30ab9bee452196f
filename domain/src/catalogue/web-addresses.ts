const WEB_PROTOCOL = /^https?:\/\//i;

/**
 * A brand's website as a link: trimmed; blank means none; http and https are kept; otherwise https:// is put before
 * it (specification 1, section 5; for every outgoing button, R-033). An address with another protocol, such
 * as javascript:, would become an address of ours and harmless, never a script.
 */
export function websiteAddress(text: string | null | undefined): string | undefined {
  const trimmed = text?.trim() ?? "";
  if (trimmed === "") return undefined;
  return WEB_PROTOCOL.test(trimmed) ? trimmed : `https://${trimmed}`;
}

/** What a social address came to: a link, nothing (blank), or refused for its protocol. */
type SocialAddress =
  | { readonly kind: "link"; readonly href: string }
  | { readonly kind: "none" }
  | { readonly kind: "refused" };

/**
 * A social address, treated as a website's; one with another protocol (a colon, but neither http nor https) is
 * refused, and the code that shows it logs a warning (specification 1, section 5).
 */
export function socialAddress(text: string | null | undefined): SocialAddress {
  const trimmed = text?.trim() ?? "";
  if (trimmed === "") return { kind: "none" };
  if (WEB_PROTOCOL.test(trimmed)) return { kind: "link", href: trimmed };
  return trimmed.includes(":") ? { kind: "refused" } : { kind: "link", href: `https://${trimmed}` };
}
