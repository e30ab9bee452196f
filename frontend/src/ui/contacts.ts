import { MELA } from "./mela";

const { organisation } = MELA;

/** Who runs the site. */
export const ORGANISATION = organisation.name;
/** The rest of our postal address, under the name of the office that is written to (specification 2, section 2). */
export const OFFICE_LINES = organisation.officeLines;
/** Headquarters, by appointment. */
export const HEADQUARTERS = organisation.headquarters;

/** Where a visitor writes for help, and calls where there is a number. */
export const SUPPORT_EMAIL = organisation.supportEmail;
export const SUPPORT_PHONE = organisation.phone;

/** Where makers meet; an organisation's own site, opened in a new tab. */
export const COMMUNITY_URL = "https://community.sakhibazaar.example/join";

/** Our own pages on the networks. */
export const OUR_INSTAGRAM = "https://www.instagram.com/sakhibazaar.example";
export const OUR_LINKEDIN = "https://www.linkedin.com/company/sakhibazaar-example";

/** A number as an address that calls it. */
export function telephone(number: string): string {
  return `tel:${number.replaceAll(/[^+\d]/g, "")}`;
}
