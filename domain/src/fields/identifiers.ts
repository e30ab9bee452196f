import problems from "../generated/messages/en/form-problems.js";
import { asciiDigits, asciiUpperCase, plainCharacters } from "./characters.js";

/**
 * How e-mail addresses, phone numbers and codes are read, the same for every way in: forms, API, dialogs,
 * searches and the command line. `read…` cleans what can be cleaned and returns the rest as it is, for the rule to
 * refuse; `is…` is the rule. Both are total and idempotent.
 */

/** Separators between the digits or letters of a number: blanks, hyphens, dots, brackets. */
const SEPARATORS = /[\s\-.()·•_,]/gu;

const compact = (text: string): string => asciiDigits(plainCharacters(text)).replace(SEPARATORS, "");

/** One atom or several with dots between, of letters, digits and the marks that mail servers accept unquoted. */
const MAILBOX = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;
/** A top-level domain has a letter: a number would be an IP address. */
const LAST_LABEL = /^(?=.*\p{L})[\p{L}\p{M}\p{N}-]{2,63}$/u;
/** The longest address that SMTP carries. */
const ADDRESS_LENGTH = 254;
const MAILBOX_LENGTH = 64;

/**
 * Reads an e-mail address as it is pasted: without a name before it, `mailto:`, angle brackets, quotes around it, blanks
 * beside @ and after dots of the host, or punctuation after it.
 */
export function readEmail(text: string): string {
  const plain = plainCharacters(text);
  const bare = (/^[^<>]*<([^<>]*)>$/.exec(plain)?.[1] ?? plain)
    .replace(/^\s*mailto:/i, "")
    .replace(/^(["'([“‘])(.*)["')\]”’]$/u, (whole, open: string, inside: string) =>
      inside.includes(open) ? whole : inside,
    )
    .replace(/[.,;: ]{1,9}$/, "")
    .replace(/ ?@ ?/g, "@")
    .trim();
  const at = bare.lastIndexOf("@");
  const address = bare.slice(0, at + 1) + bare.slice(at + 1).replace(/ ?\. ?/g, ".");
  // Digits of another script belong to an address in that script.
  return /[^\p{ASCII}\p{Nd}]/u.test(address) ? address : asciiDigits(address);
}

/**
 * Whether a mail can be addressed to this: one plain address. No list, name, quotes, blank or line break, nothing that
 * could end the header or add a recipient. Forms and the sender (mail.sender.ts) share it.
 */
export function isMailAddress(text: string): boolean {
  const [mailbox = "", host = "", ...more] = text.length <= ADDRESS_LENGTH ? text.split("@") : [];
  const labels = host.split(".");
  const last = labels.pop() ?? "";
  const isHost = labels.length > 0 && labels.every((label) => LABEL.test(label)) && LAST_LABEL.test(last);
  return more.length === 0 && mailbox.length <= MAILBOX_LENGTH && MAILBOX.test(mailbox) && isHost;
}

/** +91, 0091, 091 or 91, and the 0 of long-distance calls, before ten digits. */
const WITH_PREFIX = /^(?:tel:)?(?:(?:\+|00|0)?91)?0?(\d{10})$/i;

/** Reads an Indian mobile number in any notation as ten digits; others are returned without separators. */
export function readIndianMobile(text: string): string {
  const number = compact(text);
  return WITH_PREFIX.exec(number)?.[1] ?? number;
}

/** Ten digits; India's mobile numbers begin with 6 to 9 (National Numbering Plan). */
export const INDIAN_MOBILE = /^[6-9][0-9]{9}$/;

/**
 * Why a number of the right length is none; shown instead of "10 digits". Read in a function, so that bundles that do not show it
 * leave out the problems.
 */
export const NOT_INDIAN_MOBILE: string = /* @__PURE__ */ (() => problems.notIndianMobile)();

/** The message for a refused number: `message`, unless its length is right or it names another country. */
export function indianMobileProblem(number: string, message: string): string {
  return /^[0-9]{10}$/.test(number) || /^(?:\+|00)(?!91)[1-9]\d{6,14}$/.test(number) ? NOT_INDIAN_MOBILE : message;
}

/** Phone numbers of any country, one line in plain characters. */
export function readPhone(text: string): string {
  return asciiDigits(plainCharacters(text));
}

/** Reads an Indian PIN code without blanks and hyphens. */
export function readPincode(text: string): string {
  return compact(text);
}

/** Six digits; the first is the postal zone, 1 to 9. */
export const PINCODE = /^[1-9][0-9]{5}$/;

/** The message for a refused PIN code: `message`, unless its length is right. */
export function pincodeProblem(pincode: string, message: string): string {
  return /^0[0-9]{5}$/.test(pincode) ? problems.pincodeZero : message;
}

/** Reads a GST number: upper case, without separators and the words GST or GSTIN before it. */
export function readGstNumber(text: string): string {
  return asciiUpperCase(compact(text).replace(/[/:]/g, "")).replace(/^GST(?:IN)?(?:NO|NUMBER)?(?=\d{2})/, "");
}

/** Reads a PAN: upper case, without separators. */
export function readPan(text: string): string {
  return asciiUpperCase(compact(text));
}

/** Five letters, four digits, a letter. */
export const PAN = /^[A-Z]{5}[0-9]{4}[A-Z]$/;

/** Reads an FSSAI licence or registration number: digits without separators, and without the words before them. */
export function readFssaiNumber(text: string): string {
  return asciiUpperCase(compact(text).replace(/[/:#]/g, "")).replace(
    /^(?:FSSAI)?(?:LIC(?:EN[CS]E)?|REG(?:ISTRATION)?|REGN)?(?:NO|NUMBER)?(?=\d)/,
    "",
  );
}

/** Fourteen digits. */
export const FSSAI_NUMBER = /^[0-9]{14}$/;

/** Reads an order number as it is dictated, copied or written down: upper case, without separators. */
export function readOrderId(text: string): string {
  return asciiUpperCase(compact(text).replace(/[#:/]/g, ""));
}

/**
 * What two order numbers must not share: case, hyphens and underscores don't count, nor do O and 0, or I, L and 1, which
 * handwriting does not distinguish. The database's unique index calculates the same (function order_key).
 */
export function orderKey(orderId: string): string {
  return readOrderId(orderId).replaceAll("O", "0").replace(/[IL]/g, "1");
}

/** Reads a coupon code: upper case, without blanks; hyphens and underscores are part of it (specification 2, section 5). */
export function readCouponCode(text: string): string {
  return asciiUpperCase(asciiDigits(plainCharacters(text)).replace(/\s/gu, ""));
}

/** Reads the e-mail address or Indian mobile number of a person. */
export function readContact(text: string): string {
  return plainCharacters(text).includes("@") ? readEmail(text) : readIndianMobile(text);
}

/** Whether a contact is one that we store: {@link readContact} has read it. */
export function isContact(contact: string): boolean {
  return INDIAN_MOBILE.test(contact) || isMailAddress(contact);
}

/**
 * The forms in which a search may be stored: as typed on one line, and as phone number, order, GST or PIN number, or
 * e-mail address. @returns at least one, without repetitions
 */
export function searchForms(text: string): string[] {
  const line = asciiDigits(plainCharacters(text));
  const forms = [text.normalize("NFC").trim(), line];
  const number = readIndianMobile(line);
  // Parts of phone numbers too.
  if (/^[+\d\s().-]+$/u.test(line) && number.length >= 4) forms.push(number.replace(/^\+/, ""));
  if (line.includes("@")) forms.push(readEmail(line));
  else if (/\d/.test(line) && /^[A-Za-z0-9]{5,45}$/.test(readOrderId(line))) forms.push(readOrderId(line));
  return [...new Set(forms.filter((form) => form !== ""))];
}
