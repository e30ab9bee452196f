import { ApiProperty } from "@nestjs/swagger";
import { ADMINISTRATOR_ROLES, type AdministratorRole } from "@sakhi/domain/access/rights";
import { TOKEN_SCOPES, type TokenScope } from "@sakhi/domain/accounts/access-token.rules";
import { ACCOUNT_STEPS, type AccountStep } from "@sakhi/domain/accounts/administrator.rules";

/** The login state of the calling browser. */
export class AdministratorCheckResponse {
  authenticated!: boolean;
  /** Null when not logged in. */
  @ApiProperty({ type: String, nullable: true })
  username!: string | null;
  /** Absent when not logged in. */
  @ApiProperty({ enum: ADMINISTRATOR_ROLES, enumName: "AdministratorRole", required: false })
  role?: AdministratorRole;
  /** Slugs of her events, the newest first; absent for all of them, and when not logged in. */
  events?: string[];
  /** Required before any other call is allowed; absent when nothing is. */
  @ApiProperty({ enum: ACCOUNT_STEPS, enumName: "AccountStep", required: false })
  step?: AccountStep;
  /** The running release, e.g. 0.1.0+6e2a89d7; absent when not logged in. */
  version?: string;
}

/** Confirms the action in one sentence. */
export class DoneResponse {
  message!: string;
}

/** Setup data for an authenticator app; shown only once. */
export class NewSecondFactorResponse {
  /** Base32, for typing in when the QR code cannot be scanned. */
  secret!: string;
  /** `otpauth://totp/…`, the content of the QR code. */
  uri!: string;
}

/** Recovery codes; shown only once. */
export class RecoveryCodesResponse {
  codes!: string[];
}

/** One of the caller's active sessions. */
export class SessionResponse {
  id!: string;
  /** For example "Firefox on Windows". */
  browser!: string;
  createdAt!: Date;
  /** Accurate to one minute. */
  lastUsedAt!: Date;
  /** True for the caller's own session. */
  current!: boolean;
}

/** The caller's account. */
export class OwnAccountResponse {
  username!: string;
  @ApiProperty({ enum: ADMINISTRATOR_ROLES, enumName: "AdministratorRole" })
  role!: AdministratorRole;
  /** Slugs of her events; absent for all of them. */
  events?: string[];
  passwordSetAt!: Date;
  /** When two-step verification was turned on; absent while it is off. */
  secondFactorSince?: Date;
  /** Whether two-step verification must stay on. */
  secondFactorRequired!: boolean;
  recoveryCodesLeft!: number;
  sessions!: SessionResponse[];
}

/** One of the caller's access tokens that work; never the token itself. */
export class AccessTokenResponse {
  id!: string;
  /** The other system, as its owner calls it. */
  name!: string;
  @ApiProperty({ enum: TOKEN_SCOPES, enumName: "TokenScope", isArray: true })
  scopes!: TokenScope[];
  /** Slugs of the events that it is limited to; absent for all. */
  events?: string[];
  createdAt!: Date;
  expiresAt!: Date;
  /** The day in India of its last use; absent before the first. */
  lastUsedOn?: string;
}

/** A new access token; shown only once. */
export class NewAccessTokenResponse {
  /** For `Authorization: Bearer …`. */
  token!: string;
}

/** Number of sessions ended. */
export class SessionsEndedResponse {
  ended!: number;
}

/** An administrator, as listed for operators. */
export class AdministratorResponse {
  id!: string;
  username!: string;
  @ApiProperty({ enum: ADMINISTRATOR_ROLES, enumName: "AdministratorRole" })
  role!: AdministratorRole;
  /** Slugs of her events; absent for all of them. */
  events?: string[];
  createdAt!: Date;
  /** Absent before the first login. */
  lastLoginAt?: Date;
  /** Absent while the account is enabled. */
  disabledAt?: Date;
  secondFactor!: boolean;
  /** True for the caller's own account. */
  self!: boolean;
}

/** What a link to choose a password is for. */
export class ReadInvitationResponse {
  username!: string;
  @ApiProperty({ enum: ADMINISTRATOR_ROLES, enumName: "AdministratorRole" })
  role!: AdministratorRole;
  /** Slugs of her events; absent for all of them. */
  events?: string[];
  /** False: a new password for an existing account. */
  isNew!: boolean;
  /** The operator who sent it. */
  invitedBy!: string;
  expiresAt!: Date;
}

/** A link that can still be used. */
export class InvitationResponse extends ReadInvitationResponse {
  id!: string;
}
