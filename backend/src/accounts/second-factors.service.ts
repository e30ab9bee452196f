import { createHash } from "node:crypto";
import { Injectable, Logger } from "@nestjs/common";
import {
  RECOVERY_CODES,
  TOTP_DIGITS,
  TOTP_PERIOD_SECONDS,
  TOTP_WINDOW,
  typedCode,
  type TypedCode,
} from "@sakhi/domain/accounts/second-factor.rules";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { Secret, TOTP } from "otpauth";
import { Config } from "../platform/config/config.js";
import { rows, type Tx } from "../platform/database/database.js";
import { seal, Secrets, unseal } from "../platform/secrets/secrets.js";
import type { NewSecondFactorResponse } from "./account.response.js";
import type { Administrator } from "./administrator.js";
import { readableText } from "./passwords.service.js";

/** A stored second factor; secrets are encrypted. */
interface SecondFactorRow {
  readonly secret: string | null;
  /** Time step of the last accepted code. */
  readonly lastStep: number;
  /** Null once 15 minutes old. */
  readonly pendingSecret: string | null;
  /** PostgreSQL's clock, in seconds since 1970: every process checks codes against it. */
  readonly now: number;
}

/** Time to confirm a new secret, in minutes. */
const PENDING_MINUTES = 15;

/** 160 bits, as RFC 4226 section 4 recommends (R6). */
const SECRET_BYTES = 20;
/** 24 characters out of 31: 119 random bits, so that SHA-256 suffices as their hash (ASVS 6.5.2: at least 112). */
const RECOVERY_CODE_GROUPS = 6;

/** Authenticator apps (TOTP, RFC 6238) and recovery codes. Checks lock the administrator's row. */
@Injectable()
export class SecondFactorsService {
  private readonly log = new Logger("SecondFactors");

  constructor(
    private readonly config: Config,
    private readonly secrets: Secrets,
  ) {}

  /** Generates a pending secret. The current one stays active until {@link confirm}. */
  async begin(tx: Tx, { id, username }: Administrator): Promise<NewSecondFactorResponse> {
    const secret = new Secret({ size: SECRET_BYTES });
    await tx.query(
      `INSERT INTO administrator_second_factors (administrator_id, pending_secret, pending_at)
       VALUES ($1, $2, clock_timestamp())
       ON CONFLICT (administrator_id) DO UPDATE SET pending_secret = $2, pending_at = clock_timestamp()`,
      [id, this.seal(id, secret.base32)],
    );
    return { secret: secret.base32, uri: this.totp(secret, username).toString() };
  }

  /**
   * Activates the pending secret and creates new recovery codes.
   *
   * @returns the recovery codes, of which only digests are stored; undefined if the code is wrong
   * @throws DomainError second_factor_missing
   */
  async confirm(tx: Tx, { id }: Administrator, code: string): Promise<readonly string[] | undefined> {
    const row = await this.lockRow(tx, id);
    const sealed = row?.pendingSecret;
    if (row === undefined || sealed === undefined || sealed === null) {
      throw new DomainError("second_factor_missing");
    }
    const step = this.stepOf(id, sealed, typedCode(code), row.now)?.step;
    if (step === undefined) return undefined;
    // last_step marks the confirming code as used.
    await tx.query(
      `UPDATE administrator_second_factors
          SET secret = pending_secret, confirmed_at = clock_timestamp(), last_step = $2,
              pending_secret = NULL, pending_at = NULL
        WHERE administrator_id = $1`,
      [id, step],
    );
    return this.newRecoveryCodes(tx, id);
  }

  /**
   * Consumes a code of the app or a recovery code: each is accepted once.
   *
   * @returns the kind of code; undefined if it is wrong or already used
   */
  async use(tx: Tx, administratorId: string, code: string): Promise<TypedCode["kind"] | undefined> {
    const typed = typedCode(code);
    const row = await this.lockRow(tx, administratorId);
    if (row === undefined || row.secret === null) return undefined;
    const accepted =
      typed.kind === "totp"
        ? await this.useTotp(tx, administratorId, typed, row, row.secret)
        : await this.useRecoveryCode(tx, administratorId, digestOf(administratorId, typed.text));
    return accepted ? typed.kind : undefined;
  }

  /** Replaces the recovery codes; only digests are stored. */
  async newRecoveryCodes(tx: Tx, administratorId: string): Promise<readonly string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, () => readableText(RECOVERY_CODE_GROUPS));
    const digests = codes.map((code) => digestOf(administratorId, typedCode(code).text));
    await tx.query("DELETE FROM administrator_recovery_codes WHERE administrator_id = $1", [administratorId]);
    await tx.query(
      "INSERT INTO administrator_recovery_codes (administrator_id, digest) SELECT $1, unnest($2::bytea[])",
      [administratorId, digests],
    );
    return codes;
  }

  private async useTotp(
    tx: Tx,
    id: string,
    typed: TypedCode,
    { now, lastStep }: SecondFactorRow,
    sealed: string,
  ): Promise<boolean> {
    const found = this.stepOf(id, sealed, typed, now);
    if (found === undefined || found.step <= lastStep) return false;
    // Re-encrypts with the current key after a key rotation.
    const secret = found.old ? this.seal(id, found.secret) : sealed;
    await tx.query("UPDATE administrator_second_factors SET last_step = $2, secret = $3 WHERE administrator_id = $1", [
      id,
      found.step,
      secret,
    ]);
    return true;
  }

  /** The time step of a code; undefined if the code is not valid now. */
  private stepOf(id: string, sealed: string, { kind, text }: TypedCode, now: number) {
    if (kind !== "totp") return undefined;
    const opened = unseal(this.secrets.derivedKeys("second-factor"), id, sealed);
    if (opened === undefined) {
      this.log.error(
        "A second factor cannot be opened: COOKIE_SECRET was replaced without COOKIE_SECRET_PREVIOUS. " +
          "Set it to the old secret, or: npm run administrator -- reset-second-factor <name>",
      );
      return undefined;
    }
    const totp = this.totp(Secret.fromBase32(opened.text), "");
    const delta = totp.validate({ token: text, timestamp: now * 1000, window: TOTP_WINDOW });
    if (delta === null) return undefined;
    return { step: Math.floor(now / TOTP_PERIOD_SECONDS) + delta, old: opened.old, secret: opened.text };
  }

  private totp(secret: Secret, label: string): TOTP {
    const issuer = this.config.siteName;
    // Every authenticator app supports SHA-1; HMAC does not need collision resistance (RFC 6238 section 1.2).
    return new TOTP({ issuer, label, secret, algorithm: "SHA1", digits: TOTP_DIGITS, period: TOTP_PERIOD_SECONDS });
  }

  private seal(id: string, secret: string): string {
    return seal(this.secrets.derivedKeys("second-factor"), id, secret);
  }

  /** Locks the administrator's factor, so that codes are checked one at a time. */
  private async lockRow(tx: Tx, administratorId: string): Promise<SecondFactorRow | undefined> {
    const [found] = await rows<SecondFactorRow>(
      tx,
      `SELECT secret, last_step::float8 AS "lastStep",
              CASE WHEN pending_at > clock_timestamp() - make_interval(mins => $2)
                   THEN pending_secret END AS "pendingSecret",
              extract(epoch FROM clock_timestamp())::float8 AS now
         FROM administrator_second_factors WHERE administrator_id = $1 FOR UPDATE`,
      [administratorId, PENDING_MINUTES],
    );
    return found;
  }

  /** @returns whether one was active */
  async remove(tx: Tx, administratorId: string): Promise<boolean> {
    await tx.query("DELETE FROM administrator_recovery_codes WHERE administrator_id = $1", [administratorId]);
    const removed = await rows<{ active: boolean }>(
      tx,
      `DELETE FROM administrator_second_factors WHERE administrator_id = $1
       RETURNING secret IS NOT NULL AS active`,
      [administratorId],
    );
    return removed[0]?.active ?? false;
  }

  /** @returns whether it is a valid, unused code of theirs */
  private async useRecoveryCode(tx: Tx, administratorId: string, digest: Buffer): Promise<boolean> {
    const used = await rows(
      tx,
      `UPDATE administrator_recovery_codes SET used_at = clock_timestamp()
        WHERE administrator_id = $1 AND digest = $2 AND used_at IS NULL RETURNING digest`,
      [administratorId, digest],
    );
    return used.length > 0;
  }
}

function digestOf(administratorId: string, code: string): Buffer {
  return createHash("sha256").update(`recovery code ${administratorId} ${code}`).digest();
}
