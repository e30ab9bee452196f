import {
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsUUID,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateIf,
} from "class-validator";
import { PagingQueryDto } from "../admin/queries.dto.js";
import type { AppliedText, BrandLink } from "../brands/brand-page.fields.js";
import { isLink, readLink } from "../brands/managed-brands.dto.js";
import { IsPlainText, optionalChoice, optionalQueryText } from "../catalogue/query-text.dto.js";
import { combined } from "../fields/combined.dto.js";
import { optionalBusinessName } from "../fields/identifiers.dto.js";
import { manyLines, optionalLine, singleLine, text } from "../fields/typed-text.dto.js";
import problems from "../generated/messages/en/admin-brand-problems.js";
import { isRefundAmount } from "../operator/booking-actions.dto.js";
import { REFUND_CHOICES, type RefundChoice } from "../operator/operator.types.js";
import {
  APPLICATION_KINDS,
  APPLICATION_STATES,
  type ApplicationKind,
  type ApplicationState,
} from "./listing.states.js";

/** Filters of the applications; they can be combined. */
export class ApplicationsQueryDto extends PagingQueryDto {
  /** Only applications in this state. */
  @optionalChoice(APPLICATION_STATES, "This state is not known")
  state?: ApplicationState;

  /** Only applications of this kind. */
  @optionalChoice(APPLICATION_KINDS, "This kind is not known")
  kind?: ApplicationKind;

  /** Part of a brand's name, a person's name, an e-mail, a phone number or an order id; case-insensitive. */
  @optionalQueryText("The search", 100)
  q?: string;

  /** Page size, 1 to 200. */
  @IsInt({ message: "The limit must be a whole number" })
  @Min(1, { message: "The limit must be at least 1" })
  @Max(200, { message: "The limit must be at most 200" })
  override limit?: number;
}

/** A detail of the page that the operator may correct: absent as the applicant gave it, empty for none. */
const corrected = combined(
  ValidateIf((_, value) => value !== undefined && value !== ""),
  singleLine,
);

/** As {@link corrected}, of a link. */
const correctedLink = (kind: BrandLink): PropertyDecorator =>
  combined(
    text(readLink(kind)),
    ValidateIf((_, value) => value !== undefined && value !== ""),
    isLink(kind),
  );

/** Approves an application. */
export class ApproveApplicationDto implements Partial<Record<AppliedText, string>> {
  /** The existing brand to list it under, if the operator decides that it is the same one. */
  @IsOptional()
  @IsUUID(undefined, { message: "This is not a brand's id" })
  joinBrandId?: string;

  /** The name to publish, if the applicant's brand name is taken or needs a correction. */
  @optionalBusinessName
  @IsOptional()
  @MaxLength(100, { message: problems.nameMost })
  @MinLength(2, { message: problems.nameMissing })
  publishAs?: string;

  /** The catalogue's category, if the applicant's was not the right one. */
  @corrected
  @MaxLength(100, { message: problems.category })
  category?: string;

  /** Town and state, e.g. "Jaipur, Rajasthan"; if absent as the business address says; empty for none. */
  @corrected
  @MaxLength(100, { message: problems.placeMost })
  @MinLength(2, { message: problems.placeLeast })
  place?: string;

  /** The brand's story as its page shows it. */
  @manyLines
  @IsOptional()
  @MaxLength(4000, { message: problems.longTextMost })
  @MinLength(1, { message: problems.longTextMissing })
  story?: string;

  /** Of the four links an empty one is removed. */
  @correctedLink("websiteUrl")
  websiteUrl?: string;

  @correctedLink("instagramUrl")
  instagramUrl?: string;

  @correctedLink("facebookUrl")
  facebookUrl?: string;

  @correctedLink("linkedinUrl")
  linkedinUrl?: string;

  /** The operator has seen the brand whose name looks the same (error brand_looks_alike), and lists this one beside it. */
  @IsOptional()
  @IsBoolean({ message: "Please say whether it is another brand" })
  looksAlikeSeen?: boolean;

  /**
   * Whether the owner has said that she has no logo and no pictures. False: it is refused while it has none
   * (brand_page_missing). Left out: an application is listed even if its owner has started no page.
   */
  @IsOptional()
  @IsBoolean({ message: "Please say whether she has no pictures" })
  noPictures?: boolean;

  /** Internal note. */
  @optionalLine
  @IsOptional()
  @MaxLength(500, { message: problems.reasonMost })
  @IsPlainText("The reason must be a text")
  reason?: string;
}

/** POST /api/v1/mela/admin/listings/{id}/ask-for-page: mails the owner what her page lacks, and the link to it. */
export class AskForPageDto {
  /** In the mail, below what is missing. */
  @optionalLine
  @IsOptional()
  @MaxLength(300, { message: problems.noteMost })
  @IsPlainText("The message must be a text")
  note?: string;
}

/** Rejects an application or takes a listing down; the owner is notified of the reason. */
export class ApplicationReasonDto {
  /** Sent to the owner and recorded in the audit log. */
  @optionalLine
  @MaxLength(500, { message: problems.reasonMost })
  @MinLength(3, { message: problems.reasonMissing })
  reason!: string;
}

/** POST /api/v1/mela/admin/listings/{id}/withdraw: takes a listing down, optionally with a refund. */
export class WithdrawApplicationDto extends ApplicationReasonDto {
  /** Refund of the year's fee; required if any of it has not been refunded yet. */
  @IsOptional()
  @IsIn(REFUND_CHOICES, { message: problems.refund })
  refund?: RefundChoice;

  /** Amount to refund, in rupees; only with a partial refund. */
  @isRefundAmount
  refundAmount?: number;
}
