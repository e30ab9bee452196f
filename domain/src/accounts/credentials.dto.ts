import { IsNotEmpty, IsOptional, IsString, MaxLength, MinLength } from "class-validator";
import problems from "../generated/messages/en/account-problems.js";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "./administrator.rules.js";
import { MAX_CODE_LENGTH } from "./second-factor.rules.js";

/** Error message of an empty field (specification 2, section 5, "Admin login"). */
const MISSING_CREDENTIALS = problems.credentialsMissing;

/** POST /api/v1/mela/admin/login and the form on /paid-events/mela/admin-login. */
export class LoginDto {
  /** The administrator's username; case-insensitive. */
  @MaxLength(200, { message: problems.credentialsWrong })
  @IsString({ message: MISSING_CREDENTIALS })
  @IsNotEmpty({ message: MISSING_CREDENTIALS })
  username!: string;

  /** The password as typed. */
  @MaxLength(MAX_PASSWORD_LENGTH, { message: problems.credentialsWrong })
  @IsString({ message: MISSING_CREDENTIALS })
  @IsNotEmpty({ message: MISSING_CREDENTIALS })
  password!: string;

  /** A TOTP code or a recovery code; required after the error `second_factor_required`. */
  @IsOptional()
  @MaxLength(MAX_CODE_LENGTH, { message: problems.codeWrong })
  @IsString({ message: problems.codeText })
  code?: string;
}

/** POST /api/v1/mela/admin/password. */
export class ChangePasswordDto {
  /** The current password. */
  @MaxLength(MAX_PASSWORD_LENGTH, { message: problems.currentWrong })
  @IsString({ message: problems.currentMissing })
  @IsNotEmpty({ message: problems.currentMissing })
  currentPassword!: string;

  /** The new password, 12 to 200 characters. */
  @MaxLength(MAX_PASSWORD_LENGTH, { message: problems.passwordMost({ most: MAX_PASSWORD_LENGTH }) })
  @MinLength(MIN_PASSWORD_LENGTH, { message: problems.passwordLeast({ least: MIN_PASSWORD_LENGTH }) })
  @IsString({ message: problems.newMissing })
  newPassword!: string;
}
