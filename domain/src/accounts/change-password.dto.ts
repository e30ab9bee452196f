import { IsNotEmpty, IsString, MaxLength, MinLength } from "class-validator";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "./administrator.rules.js";

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
