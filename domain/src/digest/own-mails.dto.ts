import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsString,
  Max,
  MaxLength,
  Min,
} from "class-validator";
import { emailAddress } from "../fields/identifiers.dto.js";
import problems from "../generated/messages/en/account-problems.js";
import shared from "../generated/messages/en/form-problems.js";
import { ALERT_KIND_NAMES, type AlertKind, DIGEST_KIND_NAMES, type DigestKind } from "./digest.kinds.js";
import { WEEKDAYS } from "./digest.rules.js";

const AGAIN = problems.again;
const HOUR = problems.hour;
const NO_TOKEN = { message: problems.linkIncomplete };
const isAddress = emailAddress(shared.email);

/** POST /api/v1/mela/admin/account/mails: what somebody is notified of by mail, and when. */
export class OwnMailsDto {
  /** What her digest says; nothing for no digest. */
  @ArrayMaxSize(50, { message: AGAIN })
  @ArrayUnique({ message: AGAIN })
  @IsIn(DIGEST_KIND_NAMES, { each: true, message: AGAIN })
  @IsArray({ message: AGAIN })
  kinds!: DigestKind[];

  /** The hour of the day in India, 0 to 23. */
  @Max(23, { message: HOUR })
  @Min(0, { message: HOUR })
  @IsInt({ message: HOUR })
  hour!: number;

  /** Days of the week, Monday is 1 and Sunday 7. */
  @ArrayMaxSize(7, { message: AGAIN })
  @ArrayUnique({ message: AGAIN })
  @IsIn(WEEKDAYS, { each: true, message: AGAIN })
  @IsArray({ message: AGAIN })
  weekdays!: number[];

  /** What she is notified of at once. */
  @ArrayMaxSize(20, { message: AGAIN })
  @ArrayUnique({ message: AGAIN })
  @IsIn(ALERT_KIND_NAMES, { each: true, message: AGAIN })
  @IsArray({ message: AGAIN })
  alerts!: AlertKind[];
}

/** POST /api/v1/mela/admin/account/mails/address. */
export class OwnAddressDto {
  /** Where a link is mailed that confirms it. */
  @isAddress
  email!: string;
}

/** POST /api/v1/mela/admin/mail-links/…: a link of one of these mails. */
export class AdministratorMailLinkDto {
  /** The part of the link after # and its purpose. */
  @MaxLength(100, NO_TOKEN)
  @IsString(NO_TOKEN)
  @IsNotEmpty(NO_TOKEN)
  token!: string;
}

/** POST /api/v1/mela/admin/mail-links/one-click?token=…, called by mail programs (RFC 8058). */
export class OneClickQueryDto extends AdministratorMailLinkDto {}
