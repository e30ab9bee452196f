import { isMailAddress } from "../fields/identifiers.js";
import { nameProblem } from "../fields/names.js";
import type { PublicContact } from "./brand-page.fields.js";

/** Length of each contact, in characters. */
export const MAX_CONTACT_LENGTH = 100;

/** A number for buyers, of any country, with signs between. */
export const CONTACT_PHONE = /^\+?[0-9][0-9 ()-]{6,22}$/;
/** Said of a number that is none. */
export const CONTACT_PHONE_WANTED = "Please give a phone number, e.g. +91 98765 43210";

/** Why a contact cannot be shown; undefined for one that can, and for none. */
export function contactProblem(contact: PublicContact, value: string): string | undefined {
  if (value === "") return undefined;
  if (value.length > MAX_CONTACT_LENGTH) return `Please use at most ${MAX_CONTACT_LENGTH} characters`;
  switch (contact) {
    case "partnerName":
      return nameProblem(value, "person");
    case "contactEmail":
      return isMailAddress(value) ? undefined : "Please enter a valid email address (e.g., name@example.com)";
    case "contactPhone":
      return CONTACT_PHONE.test(value) ? undefined : CONTACT_PHONE_WANTED;
  }
}
