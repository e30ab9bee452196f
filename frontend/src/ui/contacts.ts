/** The makers' community, an external site opened in a new tab. */
export const COMMUNITY_URL = "https://community.sakhibazaar.example/join";

/** Our pages on social networks. */
export const OUR_INSTAGRAM = "https://www.instagram.com/sakhibazaar.example";
export const OUR_LINKEDIN = "https://www.linkedin.com/company/sakhibazaar-example";

/** The `tel:` URL of a phone number. */
export function telephone(number: string): string {
  return `tel:${number.replaceAll(/[^+\d]/g, "")}`;
}
