/** The rest of our postal address, under the name of the office that is written to (specification 2, section 2). */
export const OFFICE_LINES = ["Worli, Mumbai 400030", "Maharashtra, India"] as const;
/** Headquarters, by appointment. */
export const HEADQUARTERS = ["Sakhi Bazaar, 2nd floor, Weavers' House", ...OFFICE_LINES] as const;

/** Where a visitor writes for help. */
export const SUPPORT_EMAIL = "support@sakhibazaar.example";

/** Where makers meet; an organisation's own site, opened in a new tab. */
export const COMMUNITY_URL = "https://community.sakhibazaar.example/join";

/** Our own pages on the networks. */
export const OUR_INSTAGRAM = "https://www.instagram.com/sakhibazaar.example";
export const OUR_LINKEDIN = "https://www.linkedin.com/company/sakhibazaar-example";
