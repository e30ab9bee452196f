import { Type } from "class-transformer";
import { Equals, IsIn, IsObject, ValidateBy, ValidateNested } from "class-validator";
import { emailAddress, indianMobile } from "../fields/identifiers.dto.js";
import { whatsappTick } from "../whatsapp/whatsapp-consent.dto.js";
import type { WhatsappConsentVersion } from "../whatsapp/whatsapp-consent.js";
import { SUBMISSION_TYPES, type SubmissionType } from "./listing-application.choices.js";
import { ListingApplicationDto } from "./listing-application.dto.js";

const PHONE_MESSAGE = "Please enter a valid 10-digit numeric phone number";

/** An application as it is sent. */
export class SubmittedApplicationDto extends ListingApplicationDto {
  /** The version of the sentence that was ticked for messages by WhatsApp to whatsappNumber (GET /api/v1/whatsapp/offer). */
  @whatsappTick
  whatsappConsent?: WhatsappConsentVersion;
}

/** POST /api/v1/brand/submit-lead, submit-service and submit-ngo: joins the community, without a listing. */
export class FreeLeadDto extends SubmittedApplicationDto {
  @Equals("free_lead", { message: "This call is for free community applications" })
  submissionType!: "free_lead";
}

/** POST /api/v1/cashfree/initiate for a listing. Has no amount: the server determines the fee. */
export class InitiateListingPaymentDto extends SubmittedApplicationDto {
  /** Distinguishes this body from a stall's. */
  @Equals("paid_listing", { message: "This call is for paid listings" })
  submissionType!: "paid_listing";
}

/** The application of a stall's payer for the free listing. */
export class MelaListingDataDto extends SubmittedApplicationDto {
  /** As sent by the form; the server decides. */
  @IsIn(SUBMISSION_TYPES, { message: "The submission type is not known" })
  submissionType!: SubmissionType;
}

/** POST /api/v1/mela/verify-phone: checks whether a paid stall with an unclaimed free listing has this number. */
export class VerifyPhoneDto {
  /** The number the stall was paid with; sent with +91. */
  @indianMobile(PHONE_MESSAGE)
  phoneNumber!: string;
}

/**
 * Requires the application's e-mail address, ignoring case. Skipped if that is not text: the application's own rules
 * report it.
 */
const IsTheApplicants = () =>
  ValidateBy(
    {
      name: "isTheApplicants",
      validator: {
        validate(value: unknown, args): boolean {
          const { listingData } = (args?.object ?? {}) as { listingData?: { email?: unknown } | null };
          const email = listingData?.email;
          if (typeof email !== "string" || typeof value !== "string") return true;
          return value.toLowerCase() === email.toLowerCase();
        },
      },
    },
    { message: "This is not the application's email address" },
  );

/** POST /api/v1/mela/verify-listing: claims the free listing of a paid stall. */
export class VerifyListingDto {
  /** The applicant's e-mail address; must equal the one in listingData. */
  @IsTheApplicants()
  @emailAddress("Please enter a valid email address (e.g., name@example.com)")
  email!: string;

  /** The number the stall was paid with; sent with +91. */
  @indianMobile(PHONE_MESSAGE)
  phoneNumber!: string;

  // IsObject also rejects arrays, of which ValidateNested would check only the elements.
  @IsObject({ message: "The application is missing" })
  @ValidateNested()
  @Type(() => MelaListingDataDto)
  listingData!: MelaListingDataDto;
}
