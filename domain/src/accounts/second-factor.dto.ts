import { IsNotEmpty, IsOptional, IsString, MaxLength } from "class-validator";
import { MAX_PASSWORD_LENGTH } from "./administrator.rules.js";
import { MAX_CODE_LENGTH } from "./second-factor.rules.js";

const MISSING_PASSWORD = "Please enter your current password";
const MISSING_CODE = "Please enter the code of your authenticator app, or a recovery code";
const WRONG_CODE = "This code is wrong";

/** POST /api/v1/mela/admin/account/second-factor/begin: generates a new secret, the first one or a replacement. */
export class BeginSecondFactorDto {
  /** The current password again: an open session alone must not be able to change how its owner logs in. */
  @MaxLength(MAX_PASSWORD_LENGTH, { message: "This is not your current password" })
  @IsString({ message: MISSING_PASSWORD })
  @IsNotEmpty({ message: MISSING_PASSWORD })
  currentPassword!: string;

  /** A TOTP code of the current authenticator app, or a recovery code; only if a second factor is already set up. */
  @IsOptional()
  @MaxLength(MAX_CODE_LENGTH, { message: WRONG_CODE })
  @IsString({ message: MISSING_CODE })
  code?: string;
}

/** POST /api/v1/mela/admin/account/second-factor/confirm: the first code of the new secret. */
export class ConfirmSecondFactorDto {
  /** Six digits. */
  @MaxLength(MAX_CODE_LENGTH, { message: WRONG_CODE })
  @IsString({ message: "Please enter the six digits that your app shows" })
  @IsNotEmpty({ message: "Please enter the six digits that your app shows" })
  code!: string;
}

/** POST …/second-factor/remove and …/second-factor/recovery-codes: both factors again. */
export class BothFactorsDto {
  /** The current password. */
  @MaxLength(MAX_PASSWORD_LENGTH, { message: "This is not your current password" })
  @IsString({ message: MISSING_PASSWORD })
  @IsNotEmpty({ message: MISSING_PASSWORD })
  currentPassword!: string;

  /** A TOTP code or a recovery code. */
  @MaxLength(MAX_CODE_LENGTH, { message: WRONG_CODE })
  @IsString({ message: MISSING_CODE })
  @IsNotEmpty({ message: MISSING_CODE })
  code!: string;
}
