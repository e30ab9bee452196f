/** Where makers meet; an organisation's own site, opened in a new tab. */
export const COMMUNITY_URL = "https://community.sakhibazaar.example/join";

/** Our own pages on the networks. */
export const OUR_INSTAGRAM = "https://www.instagram.com/sakhibazaar.example";
export const OUR_LINKEDIN = "https://www.linkedin.com/company/sakhibazaar-example";

/** A number as an address that calls it. */
export function telephone(number: string): string {
  return `tel:${number.replaceAll(/[^+\d]/g, "")}`;
}
