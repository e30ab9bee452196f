import type { AdministratorRole } from "@sakhi/domain/access/rights";
import type { TokenScope } from "@sakhi/domain/accounts/access-token.rules";
import type { AuditSubject } from "@sakhi/domain/admin/admin.choices";
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from "typeorm";
import { asNumber, GENERATED } from "../platform/database/columns.js";

/** An account for the dashboard. */
@Entity("administrators")
export class AdministratorEntity {
  @PrimaryColumn("uuid") id!: string;
  @Column("text") username!: string;
  /** For the release before, which knows three roles: a trigger derives it from the two columns that follow, or those from it. */
  @Column("text") role!: string;
  /** As role. */
  @Column("int", { nullable: true }) eventId!: number | null;
  /** What she may do. */
  @Column("text", { nullable: true }) teamRole!: AdministratorRole;
  /** Ids of her events; null for all of them. */
  @Column("int", { array: true, nullable: true }) eventIds!: number[] | null;
  @Column("text") passwordHash!: string;
  @Column("timestamptz") createdAt!: Date;
  @Column("timestamptz") passwordSetAt!: Date;
  @Column("boolean") mustChangePassword!: boolean;
  @Column("timestamptz", { nullable: true }) disabledAt!: Date | null;
  @Column("timestamptz", { nullable: true }) lastLoginAt!: Date | null;
}

/** A login session, active or ended. */
@Entity("administrator_sessions")
export class AdministratorSessionEntity {
  /** SHA-256 of the cookie's token, so that read access to this table allows no login. */
  @PrimaryColumn("bytea") tokenDigest!: Buffer;
  @Column("uuid") administratorId!: string;
  @Column("timestamptz") createdAt!: Date;
  @Column("timestamptz") seenAt!: Date;
  @Column("timestamptz", { nullable: true }) endedAt!: Date | null;
  @Column("uuid") id!: string;
  /** For example "Firefox on Windows": derived from the user agent, which is not stored. */
  @Column("text") browser!: string;
}

/** An administrator's authenticator app: the confirmed secret and one pending confirmation. Both are encrypted. */
@Entity("administrator_second_factors")
export class SecondFactorEntity {
  @PrimaryColumn("uuid") administratorId!: string;
  @Column("text", { nullable: true }) secret!: string | null;
  @Column("timestamptz", { nullable: true }) confirmedAt!: Date | null;
  /** Time step of the last code used: a code works only once. */
  @Column("bigint", { transformer: asNumber }) lastStep!: number;
  @Column("text", { nullable: true }) pendingSecret!: string | null;
  @Column("timestamptz", { nullable: true }) pendingAt!: Date | null;
}

/** A single-use code that replaces the authenticator app: SHA-256 of 119 random bits, which its digest does not give away. */
@Entity("administrator_recovery_codes")
export class RecoveryCodeEntity {
  @PrimaryColumn("uuid") administratorId!: string;
  @PrimaryColumn("bytea") digest!: Buffer;
  @Column("timestamptz", { nullable: true }) usedAt!: Date | null;
}

/** A token with which another system reads as its owner. */
@Entity("access_tokens")
export class AccessTokenEntity {
  @PrimaryColumn("uuid") id!: string;
  @Column("uuid") administratorId!: string;
  /** The other system, as its owner calls it. */
  @Column("text") name!: string;
  /** SHA-256 of the token, of which 256 bits are random. */
  @Column("bytea") tokenDigest!: Buffer;
  @Column("text", { array: true }) scopes!: TokenScope[];
  /** Events that it is limited to; null for whatever its owner may see. */
  @Column("int", { array: true, nullable: true }) eventIds!: number[] | null;
  @Column("timestamptz") createdAt!: Date;
  @Column("timestamptz") expiresAt!: Date;
  /** The day in India of its last use. */
  @Column("date", { nullable: true }) lastUsedOn!: string | null;
  @Column("timestamptz", { nullable: true }) revokedAt!: Date | null;
}

/** Failed logins per account and per network; the key is a digest. */
@Entity("login_failures")
export class LoginFailureEntity {
  @PrimaryColumn("text") key!: string;
  @Column("int") failures!: number;
  @Column("timestamptz") lastAt!: Date;
}

/**
 * Denied logins by kind and account, or together for unknown names, counted for at most a day: the audit log gets an entry each
 * time their number doubles, so that guessing cannot flood it.
 */
@Entity("access_denials")
export class AccessDenialEntity {
  @PrimaryColumn("text") subject!: string;
  @Column("int") denials!: number;
  @Column("timestamptz") since!: Date;
}

/** Actions of administrators, with reason and changes. Append-only: the application's database role cannot change rows. */
@Entity("audit_log")
export class AuditLogEntity {
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "ALWAYS" }) id!: string;
  @Column("timestamptz") at!: Date;
  /** Null for the command line. */
  @Column("uuid", { nullable: true }) administratorId!: string | null;
  @Column("text") administrator!: string;
  @Column("text") action!: string;
  @Column("text") subjectType!: AuditSubject;
  @Column("text") subjectId!: string;
  @Column("text", { nullable: true }) reason!: string | null;
  /** Ids, amounts and states, never a name, e-mail, phone or GST number; so is `after`. */
  @Column("jsonb", { nullable: true }) before!: Readonly<Record<string, unknown>> | null;
  @Column("jsonb", { nullable: true }) after!: Readonly<Record<string, unknown>> | null;
  /** The writing transaction: entries of the same action share it. */
  @Column({ type: "text", ...GENERATED }) transactionId?: string | null;
}

/** A link with which an administrator chooses a password. */
@Entity("administrator_invitations")
export class InvitationEntity {
  @PrimaryColumn("uuid") id!: string;
  /** SHA-256 of the link's secret. */
  @Column("bytea") digest!: Buffer;
  @Column("text") username!: string;
  /** As of the account; so are the three that follow. */
  @Column("text") role!: string;
  @Column("int", { nullable: true }) eventId!: number | null;
  @Column("text", { nullable: true }) teamRole!: AdministratorRole;
  @Column("int", { array: true, nullable: true }) eventIds!: number[] | null;
  /** The account that gets a new password; null for a new account. */
  @Column("uuid", { nullable: true }) administratorId!: string | null;
  @Column("text") invitedBy!: string;
  @Column("timestamptz") createdAt!: Date;
  @Column("timestamptz") expiresAt!: Date;
  /** Used, withdrawn or replaced. */
  @Column("timestamptz", { nullable: true }) endedAt!: Date | null;
}

/** An operator's action that was done, by the key of its request; deleted after a day. */
@Entity("operator_requests")
export class OperatorRequestEntity {
  @PrimaryColumn("uuid") administratorId!: string;
  /** Chosen by the browser: 32 hexadecimal digits. */
  @PrimaryColumn("text") key!: string;
  @Column("jsonb", { nullable: true }) response!: unknown;
  @Column("timestamptz") at!: Date;
}
