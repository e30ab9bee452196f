/** What stands in the place of a phone number or an e-mail address for people who may not see them. */
export const HIDDEN = "(hidden)";

const EMAIL = /(?<![^\s@<>()"',;:])[^\s@<>()"',;:]{1,64}@[^\s@<>()"',;:]{1,255}\.[^\s@<>()"',;:.]{2,}/gu;
/** An Indian mobile number as people write it, with or without the country; not a part of a longer number or of a word. */
const PHONE = /(?<![\p{L}\d_])(?:\+?91[\s-]?|0)?[6-9]\d{4}[\s-]?\d{5}(?![\p{L}\d_])/gu;
/** Names of fields and columns whose whole text is one; not those of its last digits, by which the gate finds somebody. */
const CONTACT_NAME = /phone(?!End)|e-?mail(?!s)|whatsapp number/i;
/** Names of fields whose digits are a number of ours or of the bank, never of a phone. */
const ID_NAME = /^id$|Id$|^(?:number|subject|reference|utr|key)$/;

/** A text without the phone numbers and e-mail addresses in it. */
export const withoutContacts = (text: string): string => text.replace(EMAIL, HIDDEN).replace(PHONE, HIDDEN);

/**
 * A value of a field or of a file's column without phone numbers and e-mail addresses.
 *
 * @param name of the field or column
 */
export function contactHidden(name: string, text: string): string {
  if (CONTACT_NAME.test(name) && text.trim() !== "") return HIDDEN;
  return ID_NAME.test(name) ? text.replace(EMAIL, HIDDEN) : withoutContacts(text);
}

/** A response's body without phone numbers and e-mail addresses, wherever they are in it. */
export function bodyWithoutContacts(value: unknown, name = ""): unknown {
  if (typeof value === "string") return contactHidden(name, value);
  if (Array.isArray(value)) return value.map((each) => bodyWithoutContacts(each, name));
  if (value === null || typeof value !== "object" || Object.getPrototypeOf(value) === Date.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, bodyWithoutContacts(each, key)]));
}
