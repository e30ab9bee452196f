import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsNotEmpty,
  IsString,
  Matches,
  MaxLength,
  MinLength,
} from "class-validator";
import { ADMINISTRATOR_ROLES, type AdministratorRole } from "../access/rights.js";
import {
  MAX_PASSWORD_LENGTH,
  MAX_USERNAME_LENGTH,
  MIN_PASSWORD_LENGTH,
  USERNAME,
} from "../accounts/administrator.rules.js";
import { emailAddress } from "../fields/identifiers.dto.js";
import problems from "../generated/messages/en/account-problems.js";
import shared from "../generated/messages/en/form-problems.js";
import { ReasonDto } from "./reason.dto.js";

const CHOOSE_EVENT = problems.eventMissing;
/** Of one person. */
const MAX_EVENTS = 50;
const isAddress = emailAddress(shared.email);

/** What somebody of the team may do, and where. */
export class AccessDto extends ReasonDto {
  @IsIn(ADMINISTRATOR_ROLES, { message: problems.role })
  role!: AdministratorRole;

  /** Slugs of her events; only "all" for all of them, also future ones. */
  @MaxLength(80, { each: true, message: CHOOSE_EVENT })
  @IsString({ each: true, message: CHOOSE_EVENT })
  @ArrayMaxSize(MAX_EVENTS, { message: problems.eventsMost({ most: MAX_EVENTS }) })
  @ArrayMinSize(1, { message: CHOOSE_EVENT })
  @IsArray({ message: CHOOSE_EVENT })
  events!: string[];
}

/** POST /api/v1/mela/admin/administrators/invite: mails a link with which a colleague chooses her password. */
export class InviteAdministratorDto extends AccessDto {
  /** The name she logs in with. */
  @MaxLength(MAX_USERNAME_LENGTH, { message: problems.usernameMost({ most: MAX_USERNAME_LENGTH }) })
  @Matches(USERNAME, { message: problems.username })
  username!: string;

  /** Where the link is mailed; it is not stored with the account. */
  @isAddress
  email!: string;
}

/** POST /api/v1/mela/admin/administrators/{id}/password-link: mails a link with which she chooses a new password. */
export class PasswordLinkDto extends ReasonDto {
  /** Her address; it is not stored with the account. */
  @isAddress
  email!: string;
}

const NO_TOKEN = { message: problems.linkIncomplete };

/** POST /api/v1/mela/admin/invitation/read. */
export class InvitationTokenDto {
  /** The part of the link after #. */
  @MaxLength(100, NO_TOKEN)
  @IsString(NO_TOKEN)
  @IsNotEmpty(NO_TOKEN)
  token!: string;
}

/** POST /api/v1/mela/admin/invitation/accept. */
export class AcceptInvitationDto extends InvitationTokenDto {
  /** The chosen password, 12 to 200 characters. */
  @MaxLength(MAX_PASSWORD_LENGTH, { message: problems.passwordMost({ most: MAX_PASSWORD_LENGTH }) })
  @MinLength(MIN_PASSWORD_LENGTH, { message: problems.passwordLeast({ least: MIN_PASSWORD_LENGTH }) })
  @IsString({ message: problems.passwordMissing })
  password!: string;
}
