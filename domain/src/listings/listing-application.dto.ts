import { Transform, type TransformFnParams } from "class-transformer";
import {
  ArrayMaxSize,
  Equals,
  IsArray,
  IsIn,
  IsOptional,
  IsUrl,
  Matches,
  MaxLength,
  MinLength,
  ValidateBy,
  ValidateIf,
} from "class-validator";
import { WIZARD_CATEGORY_NAMES } from "../catalogue/categories.js";
import { businessName, emailAddress, indianMobile, personName } from "../fields/identifiers.dto.js";
import { PAN, readGstNumber, readPan } from "../fields/identifiers.js";
import { manyLines, optionalLine, singleLine, text } from "../fields/typed-text.dto.js";
import {
  BUSINESS_STAGES,
  BUSINESS_TYPES,
  type BusinessStage,
  type BusinessType,
  COMPANY_TYPES,
  type CompanyType,
  HEARD_ABOUT_US,
  type HeardAboutUs,
  PREVIOUS_PARTICIPATIONS,
  type PreviousParticipation,
  type YesNo,
} from "./listing-application.choices.js";

/** Discards the document field (gstNumber or govtDocument) that hasGSTIN does not ask for. */
const onlyWithGstin = (required: YesNo) =>
  Transform(({ value, obj }: TransformFnParams): unknown => {
    const { hasGSTIN } = obj as { hasGSTIN?: unknown };
    return hasGSTIN === required ? value : undefined;
  });

/** Requires a category of the company type's list (specification 2, section 3). */
const IsCategoryOfCompanyType = () =>
  ValidateBy(
    {
      name: "isCategoryOfCompanyType",
      validator: {
        validate(value: unknown, args): boolean {
          const { companyType } = (args?.object ?? {}) as { companyType?: unknown };
          const type = COMPANY_TYPES.find((known) => known === companyType);
          return type !== undefined && WIZARD_CATEGORY_NAMES[type].some((name) => name === value);
        },
      },
    },
    { message: "Please select a business category" },
  );

const YES_NO = ["yes", "no"] as const;
const LINK_MAX = 300;

/** The applicant's details used on invoices, in mails and on the brand's page. The application and its correction share these rules. */
export class ApplicantDto {
  /** Full name, 2 to 100 characters. */
  @personName
  @MaxLength(100, { message: "Full name must be at most 100 characters" })
  @MinLength(2, { message: "Full name is required" })
  fullName!: string;

  /** E-mail address, at most 100 characters (the payment provider's limit). */
  @emailAddress("Please enter a valid email address (e.g., name@example.com)")
  email!: string;

  /** Indian phone number, exactly 10 digits; sent with +91. */
  @indianMobile("Phone number must be exactly 10 digits")
  phoneNumber!: string;

  /** WhatsApp number of the business, exactly 10 digits; sent with +91. */
  @indianMobile("WhatsApp business contact must be exactly 10 digits")
  whatsappBusinessContact!: string;

  /** The brand's name, 2 to 100 characters. */
  @businessName
  @MaxLength(100, { message: "Brand name must be at most 100 characters" })
  @MinLength(2, { message: "Brand name is required" })
  brandName!: string;

  /** Postal address of the business, 10 to 300 characters. */
  @manyLines
  @MaxLength(300, { message: "Business address must be at most 300 characters" })
  @MinLength(10, { message: "Business address must be at least 10 characters" })
  businessAddress!: string;
}

/**
 * A brand owner's application: both steps of the wizard, and the body of every call that submits it. The browser's form
 * and the API share these rules and messages (specification 2, section 5, "Brand wizard").
 *
 * If several rules are broken, the one nearest to the field is shown: decorators run from the bottom up.
 */
export class ListingApplicationDto extends ApplicantDto {
  /** WhatsApp number of the owner, exactly 10 digits; sent with +91. */
  @indianMobile("WhatsApp number must be exactly 10 digits")
  whatsappNumber!: string;

  /** What the company offers; determines the catalogue's module and the available categories. */
  @IsIn(COMPANY_TYPES, { message: "Please select a company type" })
  companyType!: CompanyType;

  /** A category from the wizard's list for the company type. */
  @singleLine
  @MaxLength(100, { message: "Please select a business category" })
  @IsCategoryOfCompanyType()
  businessCategory!: string;

  @IsIn(BUSINESS_STAGES, { message: "Please select a business stage" })
  businessStage!: BusinessStage;

  @IsIn(BUSINESS_TYPES, { message: "Please select a business type" })
  businessType!: BusinessType;

  /** The brand's story, 50 to 4000 characters; shown on its page once it is listed. */
  @manyLines
  @MaxLength(4000, { message: "Your business story must be at most 4000 characters" })
  @MinLength(50, { message: "Please share your business story (minimum 50 characters)" })
  story!: string;

  /** Whether the business has a GST registration; determines the required document. */
  @IsIn(YES_NO, { message: "Please select if you have a GSTIN" })
  hasGSTIN!: YesNo;

  /** GST number, at least 15 characters, stored in upper case; only with hasGSTIN yes. */
  @onlyWithGstin("yes")
  @text(readGstNumber)
  @ValidateIf(({ hasGSTIN }: ListingApplicationDto) => hasGSTIN === "yes")
  @MaxLength(20, { message: "GST Number must be at most 20 characters" })
  @MinLength(15, { message: "GST Number must be at least 15 characters" })
  gstNumber?: string;

  /** Number of another government approved document; only with hasGSTIN no. */
  @onlyWithGstin("no")
  @singleLine
  @ValidateIf(({ hasGSTIN }: ListingApplicationDto) => hasGSTIN === "no")
  @MaxLength(60, { message: "Government Approved Document Number must be at most 60 characters" })
  @MinLength(3, { message: "Government Approved Document Number is required" })
  govtDocument?: string;

  /** PAN, optional, stored in upper case. */
  @text((value) => readPan(value) || undefined)
  @IsOptional()
  @Matches(PAN, { message: "A PAN has 5 letters, 4 digits and a letter, e.g. ABCDE1234F" })
  @MaxLength(20, { message: "PAN number must be at most 20 characters" })
  panNumber?: string;

  /** Link to a WhatsApp group, optional. */
  @optionalLine
  @IsOptional()
  @MaxLength(LINK_MAX, { message: "WhatsApp group link must be at most 300 characters" })
  @IsUrl(
    { protocols: ["http", "https"], require_protocol: true },
    { message: "Please enter a valid link (e.g., https://chat.whatsapp.com/...)" },
  )
  whatsappGroupLink?: string;

  @optionalLine
  @IsOptional()
  @MaxLength(LINK_MAX, { message: "Website must be at most 300 characters" })
  websiteUrl?: string;

  @optionalLine
  @IsOptional()
  @MaxLength(LINK_MAX, { message: "LinkedIn link must be at most 300 characters" })
  linkedinUrl?: string;

  @optionalLine
  @IsOptional()
  @MaxLength(LINK_MAX, { message: "Facebook link must be at most 300 characters" })
  facebookUrl?: string;

  @optionalLine
  @IsOptional()
  @MaxLength(LINK_MAX, { message: "Instagram link must be at most 300 characters" })
  instagramUrl?: string;

  @IsIn(YES_NO, { message: "Please select if you are a startup" })
  isStartup!: YesNo;

  @IsIn(YES_NO, { message: "Please select if you are interested in pop-ups" })
  interestedInPopups!: YesNo;

  /** Earlier events the brand took part in; may be empty. */
  @IsIn(PREVIOUS_PARTICIPATIONS, { each: true, message: "Please select from the events listed" })
  @ArrayMaxSize(PREVIOUS_PARTICIPATIONS.length, { message: "Please select each event once" })
  @IsArray({ message: "Please select from the events listed" })
  previousParticipation!: PreviousParticipation[];

  @IsIn(HEARD_ABOUT_US, { message: "Please select how you heard about us" })
  hearAboutUs!: HeardAboutUs;

  /** The applicant agrees to the terms. */
  @Equals(true, { message: "Consent is required" })
  consent!: boolean;
}

/** Fields of the wizard's first step, in display order. */
export const PERSONAL_FIELDS = [
  "fullName",
  "email",
  "phoneNumber",
  "whatsappNumber",
  "brandName",
] as const satisfies (keyof ListingApplicationDto)[];

/** Fields of the wizard's second step, in display order. */
export const BUSINESS_FIELDS = [
  "companyType",
  "businessCategory",
  "businessStage",
  "businessType",
  "story",
  "hasGSTIN",
  "gstNumber",
  "govtDocument",
  "businessAddress",
  "panNumber",
  "whatsappBusinessContact",
  "whatsappGroupLink",
  "websiteUrl",
  "linkedinUrl",
  "facebookUrl",
  "instagramUrl",
  "isStartup",
  "interestedInPopups",
  "previousParticipation",
  "hearAboutUs",
  "consent",
] as const satisfies (keyof ListingApplicationDto)[];
