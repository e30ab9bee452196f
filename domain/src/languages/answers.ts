import en from "../generated/messages/en/answers.js";
import enCoupons from "../generated/messages/en/coupons.js";
import enEnquiries from "../generated/messages/en/enquiry-responses.js";
import enPages from "../generated/messages/en/page-problems.js";
import enPhones from "../generated/messages/en/phone-verification.js";
import hi from "../generated/messages/hi/answers.js";
import hiCoupons from "../generated/messages/hi/coupons.js";
import hiEnquiries from "../generated/messages/hi/enquiry-responses.js";
import hiPages from "../generated/messages/hi/page-problems.js";
import hiPhones from "../generated/messages/hi/phone-verification.js";
import kn from "../generated/messages/kn/answers.js";
import knCoupons from "../generated/messages/kn/coupons.js";
import knEnquiries from "../generated/messages/kn/enquiry-responses.js";
import knPages from "../generated/messages/kn/page-problems.js";
import knPhones from "../generated/messages/kn/phone-verification.js";
import type { LanguageCode } from "./language-paths.js";

/** Texts of the api's answers that a page shows as they are; those of errors: error-messages.ts. */
export interface Answers {
  /** To applicants. A mail confirms within 24 to 48 hours (specification 2, section 9). */
  readonly applications: typeof en.applications;
  /** To who has just sent a form. */
  readonly enquiries: typeof enEnquiries;
  /** To the sender of a message to a brand: never that the brand has it when it has not. */
  readonly brandEnquiries: Readonly<Record<"owner" | keyof typeof en.brandEnquiries, string>>;
  /** To who asks for a link, whether there is something or not. */
  readonly links: typeof en.links;
  /**
   * All rejections have the same text: callers learn neither whether the number is known nor why it is rejected, unless the stall was
   * booked in the same browser: only that one, which knows the number's owner anyway, is
   * notified that a free listing was claimed.
   */
  readonly phoneVerification: typeof enPhones;
  /** About a coupon (coupon.rules.ts). */
  readonly coupons: typeof enCoupons;
  /** What a brand's page lacks before it can be sent (page-problems.rules.ts). */
  readonly pageProblems: typeof enPages;
}

const answers = (
  own: typeof en,
  enquiries: typeof enEnquiries,
  phoneVerification: typeof enPhones,
  coupons: typeof enCoupons,
  pageProblems: typeof enPages,
): Answers => ({
  ...{ applications: own.applications, links: own.links, enquiries, phoneVerification, coupons, pageProblems },
  brandEnquiries: { owner: enquiries.brand, ...own.brandEnquiries },
});

const ANSWERS: Readonly<Record<LanguageCode, Answers>> = {
  en: answers(en, enEnquiries, enPhones, enCoupons, enPages),
  hi: answers(hi, hiEnquiries, hiPhones, hiCoupons, hiPages),
  kn: answers(kn, knEnquiries, knPhones, knCoupons, knPages),
};

/** The answers in the language of the page that asks. */
export const answersIn = (language: LanguageCode): Answers => ANSWERS[language];
