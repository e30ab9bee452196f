import { IsNotEmpty, IsOptional, IsString, MaxLength } from "class-validator";
import problems from "../generated/messages/en/account-problems.js";
import { MAX_PASSWORD_LENGTH } from "./administrator.rules.js";
import { MAX_CODE_LENGTH } from "./second-factor.rules.js";

/** POST /api/v1/mela/admin/account/second-factor/begin: generates a new secret, the first one or a replacement. */
export class BeginSecondFactorDto {
  /** The current password again: an open session alone must not be able to change how its owner logs in. */
  @MaxLength(MAX_PASSWORD_LENGTH, { message: problems.currentWrong })
  @IsString({ message: problems.currentMissing })
  @IsNotEmpty({ message: problems.currentMissing })
  currentPassword!: string;

  /** A TOTP code of the current authenticator app, or a recovery code; only if a second factor is already set up. */
  @IsOptional()
  @MaxLength(MAX_CODE_LENGTH, { message: problems.codeWrong })
  @IsString({ message: problems.codeMissing })
  code?: string;
}

/** POST /api/v1/mela/admin/account/second-factor/confirm: the first code of the new secret. */
export class ConfirmSecondFactorDto {
  /** Six digits. */
  @MaxLength(MAX_CODE_LENGTH, { message: problems.codeWrong })
  @IsString({ message: problems.digitsMissing })
  @IsNotEmpty({ message: problems.digitsMissing })
  code!: string;
}

/** POST …/second-factor/remove and …/second-factor/recovery-codes: both factors again. */
export class BothFactorsDto {
  /** The current password. */
  @MaxLength(MAX_PASSWORD_LENGTH, { message: problems.currentWrong })
  @IsString({ message: problems.currentMissing })
  @IsNotEmpty({ message: problems.currentMissing })
  currentPassword!: string;

  /** A TOTP code or a recovery code. */
  @MaxLength(MAX_CODE_LENGTH, { message: problems.codeWrong })
  @IsString({ message: problems.codeMissing })
  @IsNotEmpty({ message: problems.codeMissing })
  code!: string;
}
