import { ACCOUNT_STEPS, ADMINISTRATOR_ROLES } from "@sakhi/domain/accounts/administrator.rules";
import type { AccountStep, AdministratorRole } from "@sakhi/domain/accounts/administrator.rules";
import { ApiProperty } from "@nestjs/swagger";

/** Who is logged in. */
export class AdministratorCheckResponse {
  authenticated!: boolean;
  /** Null when nobody is logged in. */
  @ApiProperty({ type: String, nullable: true })
  username!: string | null;
  /** What they may do; absent when nobody is logged in. */
  @ApiProperty({ enum: ADMINISTRATOR_ROLES, enumName: "AdministratorRole", required: false })
  role?: AdministratorRole;
  /** What they must do before any other call is answered; absent when nothing. */
  @ApiProperty({ enum: ACCOUNT_STEPS, enumName: "AccountStep", required: false })
  step?: AccountStep;
}

/** What was done, in a sentence. */
export class DoneResponse {
  message!: string;
}

/** What an authenticator app is given; shown this once. */
export class NewSecondFactorResponse {
  /** Base32, to be typed where no picture can be taken. */
  secret!: string;
  /** `otpauth://totp/…`, the content of the QR code. */
  uri!: string;
}

/** Recovery codes, shown this once. */
export class RecoveryCodesResponse {
  codes!: string[];
}

/** One's own session that is alive. */
export class SessionResponse {
  id!: string;
  /** For example "Firefox on Windows". */
  browser!: string;
  createdAt!: Date;
  /** Up to a minute old. */
  lastUsedAt!: Date;
  /** Whether it is the one that asks. */
  current!: boolean;
}

/** One's own account. */
export class OwnAccountResponse {
  username!: string;
  @ApiProperty({ enum: ADMINISTRATOR_ROLES, enumName: "AdministratorRole" })
  role!: AdministratorRole;
  passwordSetAt!: Date;
  /** Since when two-step verification is on; absent while it is off. */
  secondFactorSince?: Date;
  /** Whether it must stay on. */
  secondFactorRequired!: boolean;
  recoveryCodesLeft!: number;
  sessions!: SessionResponse[];
}

/** How many sessions were ended. */
export class SessionsEndedResponse {
  ended!: number;
}

/** An administrator as operators see them. */
export class AdministratorResponse {
  id!: string;
  username!: string;
  @ApiProperty({ enum: ADMINISTRATOR_ROLES, enumName: "AdministratorRole" })
  role!: AdministratorRole;
  createdAt!: Date;
  /** Absent when they never logged in. */
  lastLoginAt?: Date;
  /** Absent while they may log in. */
  disabledAt?: Date;
  secondFactor!: boolean;
  /** Whether they are the one who asks. */
  self!: boolean;
}
