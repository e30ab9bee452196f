/** Choices of the brand wizard, as API values (specification 2, section 3). */

/** What a company offers: goods, services, or an NGO's work. */
export const COMPANY_TYPES = ["product", "service", "ngo"] as const;
export type CompanyType = (typeof COMPANY_TYPES)[number];

/** `established` means three years or more. */
export const BUSINESS_STAGES = ["idea", "early", "growth", "established"] as const;
export type BusinessStage = (typeof BUSINESS_STAGES)[number];

export const BUSINESS_TYPES = ["manufacturer", "retailer", "service", "reseller", "other"] as const;
export type BusinessType = (typeof BUSINESS_TYPES)[number];

/** The choice that excludes the others. */
export const NO_PARTICIPATION = "None";
export const PREVIOUS_PARTICIPATIONS = [
  "Humsafal",
  "EN Mela",
  "She-Exports",
  "Nutraceuticals",
  NO_PARTICIPATION,
] as const;
/** An earlier event; `None` excludes the others. */
export type PreviousParticipation = (typeof PREVIOUS_PARTICIPATIONS)[number];

export const HEARD_ABOUT_US = ["social", "friend", "event", "search", "other"] as const;
export type HeardAboutUs = (typeof HEARD_ABOUT_US)[number];

export type YesNo = "yes" | "no";

/** Submission type in the API; `free_lead` includes free listings of stall payers. */
export const SUBMISSION_TYPES = ["paid_listing", "free_lead"] as const;
export type SubmissionType = (typeof SUBMISSION_TYPES)[number];
