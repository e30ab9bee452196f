import { Injectable } from "@nestjs/common";
import { PROOF_SECONDS } from "@sakhi/domain/bookings/live-holds.rules";
import { createChallenge, randomInt, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { Challenge, Payload } from "altcha-lib/types";
import { Config } from "../platform/config/config.js";
import { rows, type Tx } from "../platform/database/database.js";
import { Secrets } from "../platform/secrets/secrets.js";

/** The network and stall that a challenge is valid for; it is worthless to others. */
interface ProofPurpose {
  /** Digest of the network. */
  readonly network: string;
  readonly stallId: string;
}

/** A verified solution. Whether it was used before is checked by {@link ProofOfWork.spend}. */
export interface Proof {
  /** The challenge's signature. */
  readonly id: string;
  /** Maximum number of tries to solve it. */
  readonly tries: number;
  readonly expiresAt: Date;
}

/**
 * Proofs of work by ALTCHA (PBKDF2-SHA-256, deterministic: the solution lies within a known number of tries). Challenges
 * are not stored: the signature covers purpose, difficulty and expiry. Used ones are stored until they expire, so that
 * no api process accepts them again.
 */
@Injectable()
export class ProofOfWork {
  private readonly challengeKey: string;
  private readonly solutionKey: string;

  constructor(
    private readonly config: Config,
    secrets: Secrets,
  ) {
    this.challengeKey = secrets.derivedKey("proof-of-work").toString("base64url");
    this.solutionKey = secrets.derivedKey("proof-of-work-solution").toString("base64url");
  }

  /** @param tries maximum number of tries; uniformly distributed, so that requesting another challenge gains nothing */
  challenge(purpose: ProofPurpose, tries: number): Promise<Challenge> {
    return createChallenge({
      algorithm: "PBKDF2/SHA-256",
      cost: this.config.proofCost,
      counter: randomInt(tries),
      deriveKey,
      data: { ...purpose, tries },
      expiresAt: Math.floor(Date.now() / 1000) + PROOF_SECONDS,
      hmacSignatureSecret: this.challengeKey,
      hmacKeySignatureSecret: this.solutionKey,
    });
  }

  /** Verifies a proof sent by a browser; undefined if it is forged, expired, unsolved or for another purpose. */
  async read(text: string, { network, stallId }: ProofPurpose): Promise<Proof | undefined> {
    const payload = payloadOf(text);
    if (payload === undefined) return undefined;
    const { challenge, solution } = payload;
    const { verified } = await verifySolution({
      challenge,
      solution,
      deriveKey,
      hmacSignatureSecret: this.challengeKey,
      hmacKeySignatureSecret: this.solutionKey,
    });
    const { data = {}, expiresAt } = challenge.parameters;
    const { tries } = data;
    // A valid signature means that the parameters are as we issued them.
    if (!verified || challenge.signature === undefined || expiresAt === undefined) return undefined;
    if (data["network"] !== network || data["stallId"] !== stallId || typeof tries !== "number") return undefined;
    return { id: challenge.signature, tries, expiresAt: new Date(expiresAt * 1000) };
  }

  /** Marks a proof as used. @returns false if it was used before or has expired */
  async spend(tx: Tx, { id, expiresAt }: Proof): Promise<boolean> {
    const spent = await rows(
      tx,
      `INSERT INTO used_proofs (id, expires_at) SELECT $1, $2::timestamptz WHERE $2::timestamptz > clock_timestamp()
       ON CONFLICT DO NOTHING RETURNING id`,
      [id, expiresAt],
    );
    return spent.length > 0;
  }
}

/** Decodes a payload in the format of ALTCHA's widget; undefined if malformed. */
function payloadOf(text: string): Payload | undefined {
  try {
    const payload: unknown = JSON.parse(Buffer.from(text, "base64").toString("utf8"));
    return isPayload(payload) ? payload : undefined;
  } catch {
    return undefined;
  }
}

function isPayload(value: unknown): value is Payload {
  if (!isRecord(value) || !isRecord(value["solution"]) || !isRecord(value["challenge"])) return false;
  const { signature, parameters } = value["challenge"];
  return typeof signature === "string" && isRecord(parameters);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
