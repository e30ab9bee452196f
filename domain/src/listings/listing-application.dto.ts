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
import problems from "../generated/messages/en/application-problems.js";
import shared from "../generated/messages/en/form-problems.js";
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
    { message: problems.category },
  );

const YES_NO = ["yes", "no"] as const;
const LINK_MAX = 300;

/** The applicant's details used on invoices, in mails and on the brand's page. The application and its correction share these rules. */
export class ApplicantDto {
  /** Full name, 2 to 100 characters. */
  @personName
  @MaxLength(100, { message: shared.fullNameMost })
  @MinLength(2, { message: shared.fullNameMissing })
  fullName!: string;

  /** E-mail address, at most 100 characters (the payment provider's limit). */
  @emailAddress(problems.email)
  email!: string;

  /** Indian phone number, exactly 10 digits; sent with +91. */
  @indianMobile(shared.phone)
  phoneNumber!: string;

  /** WhatsApp number of the business, exactly 10 digits; sent with +91. */
  @indianMobile(problems.whatsappBusiness)
  whatsappBusinessContact!: string;

  /** The brand's name, 2 to 100 characters. */
  @businessName
  @MaxLength(100, { message: problems.brandNameMost })
  @MinLength(2, { message: problems.brandNameMissing })
  brandName!: string;

  /** Postal address of the business, 10 to 300 characters. */
  @manyLines
  @MaxLength(300, { message: problems.addressMost })
  @MinLength(10, { message: problems.addressLeast })
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
  @indianMobile(problems.whatsapp)
  whatsappNumber!: string;

  /** What the company offers; determines the catalogue's module and the available categories. */
  @IsIn(COMPANY_TYPES, { message: problems.companyType })
  companyType!: CompanyType;

  /** A category from the wizard's list for the company type. */
  @singleLine
  @MaxLength(100, { message: problems.category })
  @IsCategoryOfCompanyType()
  businessCategory!: string;

  @IsIn(BUSINESS_STAGES, { message: problems.stage })
  businessStage!: BusinessStage;

  @IsIn(BUSINESS_TYPES, { message: problems.type })
  businessType!: BusinessType;

  /** The brand's story, 50 to 4000 characters; shown on its page once it is listed. */
  @manyLines
  @MaxLength(4000, { message: problems.longTextMost })
  @MinLength(50, { message: problems.longTextLeast })
  story!: string;

  /** Whether the business has a GST registration; determines the required document. */
  @IsIn(YES_NO, { message: problems.hasGstin })
  hasGSTIN!: YesNo;

  /** GST number, at least 15 characters, stored in upper case; only with hasGSTIN yes. */
  @onlyWithGstin("yes")
  @text(readGstNumber)
  @ValidateIf(({ hasGSTIN }: ListingApplicationDto) => hasGSTIN === "yes")
  @MaxLength(20, { message: problems.gstMost })
  @MinLength(15, { message: problems.gstLeast })
  gstNumber?: string;

  /** Number of another government approved document; only with hasGSTIN no. */
  @onlyWithGstin("no")
  @singleLine
  @ValidateIf(({ hasGSTIN }: ListingApplicationDto) => hasGSTIN === "no")
  @MaxLength(60, { message: problems.documentMost })
  @MinLength(3, { message: problems.documentMissing })
  govtDocument?: string;

  /** PAN, optional, stored in upper case. */
  @text((value) => readPan(value) || undefined)
  @IsOptional()
  @Matches(PAN, { message: problems.pan })
  @MaxLength(20, { message: problems.panMost })
  panNumber?: string;

  /** Link to a WhatsApp group, optional. */
  @optionalLine
  @IsOptional()
  @MaxLength(LINK_MAX, { message: problems.groupLinkMost })
  @IsUrl({ protocols: ["http", "https"], require_protocol: true }, { message: problems.groupLink })
  whatsappGroupLink?: string;

  @optionalLine
  @IsOptional()
  @MaxLength(LINK_MAX, { message: problems.websiteMost })
  websiteUrl?: string;

  @optionalLine
  @IsOptional()
  @MaxLength(LINK_MAX, { message: problems.linkedinMost })
  linkedinUrl?: string;

  @optionalLine
  @IsOptional()
  @MaxLength(LINK_MAX, { message: problems.facebookMost })
  facebookUrl?: string;

  @optionalLine
  @IsOptional()
  @MaxLength(LINK_MAX, { message: problems.instagramMost })
  instagramUrl?: string;

  @IsIn(YES_NO, { message: problems.startup })
  isStartup!: YesNo;

  @IsIn(YES_NO, { message: problems.popups })
  interestedInPopups!: YesNo;

  /** Earlier events the brand took part in; may be empty. */
  @IsIn(PREVIOUS_PARTICIPATIONS, { each: true, message: problems.events })
  @ArrayMaxSize(PREVIOUS_PARTICIPATIONS.length, { message: problems.eventsOnce })
  @IsArray({ message: problems.events })
  previousParticipation!: PreviousParticipation[];

  @IsIn(HEARD_ABOUT_US, { message: problems.heard })
  hearAboutUs!: HeardAboutUs;

  /** The applicant agrees to the terms. */
  @Equals(true, { message: problems.consent })
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
