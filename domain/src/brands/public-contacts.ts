import { isMailAddress } from "../fields/identifiers.js";
import { nameProblem } from "../fields/names.js";
import messages from "../generated/messages/en/page-problems.js";
import type { PublicContact } from "./brand-page.fields.js";

/** Length of each contact, in characters. */
export const MAX_CONTACT_LENGTH = 100;

/** A number for buyers, of any country, with signs between. */
export const CONTACT_PHONE = /^\+?[0-9][0-9 ()-]{6,22}$/;
/** Said of a number that is none. */
export const CONTACT_PHONE_WANTED = messages.contactPhone;

/** Why a contact cannot be shown; undefined for one that can, and for none. */
export function contactProblem(
  contact: PublicContact,
  value: string,
  words: typeof messages = messages,
): string | undefined {
  if (value === "") return undefined;
  if (value.length > MAX_CONTACT_LENGTH) return words.contactMost({ most: MAX_CONTACT_LENGTH });
  switch (contact) {
    case "partnerName":
      return nameProblem(value, "person");
    case "contactEmail":
      return isMailAddress(value) ? undefined : words.contactEmail;
    case "contactPhone":
      return CONTACT_PHONE.test(value) ? undefined : words.contactPhone;
  }
}
