/**
 * Contacts that a page may show, besides its links: fields of the page that say "shown to everyone", empty unless the owner
 * fills them in. Nothing of her application is ever copied here (decision 93). The names are the specification's.
 */
export const PUBLIC_CONTACTS = ["partnerName", "contactEmail", "contactPhone"] as const;
export type PublicContact = (typeof PUBLIC_CONTACTS)[number];

/** Names of the contacts, as the page and its problems show them. */
export const PUBLIC_CONTACT_LABELS: Readonly<Record<PublicContact, string>> = {
  partnerName: "Your name",
  contactEmail: "Email",
  contactPhone: "Phone",
};

/** Length of each contact, in characters. */
export const MAX_CONTACT_LENGTH = 100;

/** A number for buyers, of any country, with signs between. */
export const CONTACT_PHONE = /^\+?[0-9][0-9 ()-]{6,22}$/;
/** Said of a number that is none. */
export const CONTACT_PHONE_WANTED = "Please give a phone number, e.g. +91 98765 43210";
