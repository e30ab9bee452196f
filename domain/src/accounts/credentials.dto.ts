import { IsNotEmpty, IsOptional, IsString, MaxLength, MinLength } from "class-validator";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "./administrator.rules.js";
import { MAX_CODE_LENGTH } from "./second-factor.rules.js";

/** Error message of an empty field (specification 2, section 5, "Admin login"). */
const MISSING_CREDENTIALS = "Please enter both username and password";

/** POST /api/v1/mela/admin/login and the form on /paid-events/mela/admin-login. */
export class LoginDto {
  /** The administrator's username; case-insensitive. */
  @MaxLength(200, { message: "Invalid username or password" })
  @IsString({ message: MISSING_CREDENTIALS })
  @IsNotEmpty({ message: MISSING_CREDENTIALS })
  username!: string;

  /** The password as typed. */
  @MaxLength(MAX_PASSWORD_LENGTH, { message: "Invalid username or password" })
  @IsString({ message: MISSING_CREDENTIALS })
  @IsNotEmpty({ message: MISSING_CREDENTIALS })
  password!: string;

  /** A TOTP code or a recovery code; required after the error `second_factor_required`. */
  @IsOptional()
  @MaxLength(MAX_CODE_LENGTH, { message: "This code is wrong" })
  @IsString({ message: "Please enter the code as text" })
  code?: string;
}

/** POST /api/v1/mela/admin/password. */
export class ChangePasswordDto {
  /** The current password. */
  @MaxLength(MAX_PASSWORD_LENGTH, { message: "This is not your current password" })
  @IsString({ message: "Please enter your current password" })
  @IsNotEmpty({ message: "Please enter your current password" })
  currentPassword!: string;

  /** The new password, 12 to 200 characters. */
  @MaxLength(MAX_PASSWORD_LENGTH, { message: `A password has at most ${MAX_PASSWORD_LENGTH} characters` })
  @MinLength(MIN_PASSWORD_LENGTH, { message: `A password has at least ${MIN_PASSWORD_LENGTH} characters` })
  @IsString({ message: "Please enter a new password" })
  newPassword!: string;
}
