import { IsNotEmpty, IsOptional, IsString, MaxLength } from "class-validator";
import { MAX_PASSWORD_LENGTH } from "./administrator.rules.js";
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
  @MaxLength(MAX_CODE_LENGTH, { message: "This code is not right" })
  @IsString({ message: "Please enter the code as text" })
  code?: string;
}
