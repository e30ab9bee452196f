import type { LabelledField } from "./listing.js";

/** Something an applicant may type, and the one sentence that answers it, in the browser and from the API alike. */
export interface InvalidValue {
  readonly step: 1 | 2;
  readonly field: LabelledField;
  readonly what: string;
  readonly typed: string;
  readonly sentence: string;
  /** The field can't be typed so far in the browser. */
  readonly apiOnly?: true;
}

const long = (length: number): string => "a".repeat(length);
const wrong = (
  step: 1 | 2,
  field: LabelledField,
  what: string,
  typed: string,
  sentence: string,
): InvalidValue => ({ step, field, what, typed, sentence });
/** Too many digits: the browser's phone fields take ten at most. */
const apiOnly = (answer: InvalidValue): InvalidValue => ({ ...answer, apiOnly: true });

const EMAIL = "Please enter a valid email address (e.g., name@example.com)";
const PHONE = "Phone number must be exactly 10 digits";
const WHATSAPP = "WhatsApp number must be exactly 10 digits";
const CONTACT = "WhatsApp business contact must be exactly 10 digits";
const STORY = "Please share your business story (minimum 50 characters)";
const DOCUMENT = "Government Approved Document Number is required";
const LINK = "Please enter a valid link (e.g., https://chat.whatsapp.com/...)";

/** Every sentence about what is typed or chosen from a list (specification 2, section 5). */
export const INVALID_VALUES: readonly InvalidValue[] = [
  wrong(1, "fullName", "nothing", "", "Full name is required"),
  wrong(1, "fullName", "one letter", "M", "Full name is required"),
  wrong(1, "fullName", "101 letters", long(101), "Full name must be at most 100 characters"),
  wrong(1, "email", "nothing", "", EMAIL),
  wrong(1, "email", "no address", "meena.example.com", EMAIL),
  wrong(
    1,
    "email",
    "too long",
    `a@${long(60)}.${long(50)}.com`,
    "Email address must be at most 100 characters",
  ),
  wrong(1, "phoneNumber", "nothing", "", PHONE),
  wrong(1, "phoneNumber", "9 digits", "987654321", PHONE),
  wrong(1, "phoneNumber", "letters", "98765abcde", PHONE),
  apiOnly(wrong(1, "phoneNumber", "11 digits", "98765432101", PHONE)),
  wrong(1, "whatsappNumber", "9 digits", "987654321", WHATSAPP),
  apiOnly(wrong(1, "whatsappNumber", "11 digits", "98765432101", WHATSAPP)),
  wrong(1, "brandName", "one letter", "M", "Brand name is required"),
  wrong(1, "brandName", "101 letters", long(101), "Brand name must be at most 100 characters"),
  wrong(2, "businessCategory", "nothing", "", "Please select a business category"),
  wrong(2, "businessStage", "nothing", "", "Please select a business stage"),
  wrong(2, "businessType", "nothing", "", "Please select a business type"),
  wrong(2, "story", "49 letters", long(49), STORY),
  wrong(2, "story", "4001 letters", long(4001), "Your business story must be at most 4000 characters"),
  wrong(2, "govtDocument", "nothing", "", DOCUMENT),
  wrong(2, "govtDocument", "two letters", "AB", DOCUMENT),
  wrong(
    2,
    "govtDocument",
    "61 letters",
    long(61),
    "Government Approved Document Number must be at most 60 characters",
  ),
  wrong(2, "businessAddress", "9 letters", long(9), "Business address must be at least 10 characters"),
  wrong(2, "businessAddress", "301 letters", long(301), "Business address must be at most 300 characters"),
  wrong(2, "panNumber", "21 letters", long(21), "PAN number must be at most 20 characters"),
  wrong(2, "whatsappBusinessContact", "9 digits", "987654321", CONTACT),
  apiOnly(wrong(2, "whatsappBusinessContact", "11 digits", "98765432101", CONTACT)),
  wrong(2, "whatsappGroupLink", "no link", "my group", LINK),
  wrong(2, "whatsappGroupLink", "no protocol", "chat.whatsapp.com/abc", LINK),
  wrong(
    2,
    "whatsappGroupLink",
    "too long",
    `https://chat.whatsapp.com/${long(300)}`,
    "WhatsApp group link must be at most 300 characters",
  ),
  wrong(2, "websiteUrl", "301 letters", long(301), "Website must be at most 300 characters"),
  wrong(2, "linkedinUrl", "301 letters", long(301), "LinkedIn link must be at most 300 characters"),
  wrong(2, "facebookUrl", "301 letters", long(301), "Facebook link must be at most 300 characters"),
  wrong(2, "instagramUrl", "301 letters", long(301), "Instagram link must be at most 300 characters"),
  wrong(2, "hearAboutUs", "nothing", "", "Please select how you heard about us"),
];

/** What the API says of a field that is missing or wrong where the browser has nothing to type. */
export const WRONG_CHOICES: readonly (readonly [field: string, value: unknown, sentence: string])[] = [
  ["companyType", "shop", "Please select a company type"],
  ["businessCategory", "Training", "Please select a business category"],
  ["hasGSTIN", "", "Please select if you have a GSTIN"],
  ["isStartup", "", "Please select if you are a startup"],
  ["interestedInPopups", "maybe", "Please select if you are interested in pop-ups"],
  ["previousParticipation", ["Elsewhere"], "Please select from the events listed"],
  ["consent", false, "Consent is required"],
];
