import { Injectable } from "@nestjs/common";
import { CHALLENGE_SHARED_SECONDS, PROOF_BLOCK_SIZE, PROOF_SECONDS } from "@sakhi/domain/bookings/live-holds.rules";
import { createChallenge, randomInt, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/scrypt";
import type { Challenge, Payload } from "altcha-lib/types";
import { Gate, GateFullError } from "../platform/concurrency/gate.js";
import { Config } from "../platform/config/config.js";
import { rows, type Tx } from "../platform/database/database.js";
import { HttpError } from "../platform/http/error-response.js";
import { Secrets } from "../platform/secrets/secrets.js";
import { type StallName, stallNameText } from "../stalls/stalls.service.js";

/** A verified solution. Whether it was used before is checked by {@link ProofOfWorkService.spend}. */
export interface Proof {
  /** The challenge's signature. */
  readonly id: string;
  /** Maximum number of tries to solve it. */
  readonly tries: number;
  readonly expiresAt: Date;
}

/** A challenge that others who want the same stall are given too. */
interface SharedChallenge {
  /** Stall and difficulty. */
  readonly key: string;
  readonly challenge: Promise<Challenge>;
  readonly madeAt: number;
  /** Its signature, once it is made. */
  id?: string | undefined;
}

/** Challenges made at a time: each takes a core for as long as one try of the browser. */
const MAX_MADE_AT_ONCE = 2;
/** Requests of one event that wait for their challenge; further ones are refused. */
const MAX_WAITING = 100;
/** Retry-After of a refused request, in seconds. */
const RETRY_AFTER_SECONDS = 5;

/**
 * Proofs of work by ALTCHA (scrypt, deterministic: the solution lies within a known number of tries). Challenges are not
 * stored: the signature covers stall, difficulty and expiry, and the solution, so that checking one takes no try. Used
 * ones are stored until they expire, so that no api process accepts them again.
 *
 * Making a challenge takes one try. Therefore all who want the same stall at the same difficulty within a minute
 * get the same one: only one of them can have the stall, and a proof is spent with it.
 */
@Injectable()
export class ProofOfWorkService {
  private readonly challengeKey: string;
  private readonly solutionKey: string;
  /** What is made at a time. Events come one after another: each brings at most as many as its own gate lets through. */
  private readonly gate = new Gate(MAX_MADE_AT_ONCE, Infinity);
  /** Who waits, by event: however many want stalls of one, nobody of another is refused or waits for all of them. */
  private readonly gates = new Map<number, Gate>();
  /** By stall and difficulty, of which there are few. */
  private readonly shared = new Map<string, SharedChallenge>();

  constructor(
    private readonly config: Config,
    secrets: Secrets,
  ) {
    this.challengeKey = secrets.derivedKey("proof-of-work").toString("base64url");
    this.solutionKey = secrets.derivedKey("proof-of-work-solution").toString("base64url");
  }

  /**
   * @param tries maximum number of tries; uniformly distributed, so that requesting another challenge gains nothing
   * @throws HttpError rate_limited if too many wait for one
   */
  async challenge(stall: StallName, tries: number): Promise<Challenge> {
    const shared = this.sharedChallenge(stall, tries);
    try {
      return await shared.challenge;
    } catch (error) {
      this.shared.delete(shared.key);
      if (!(error instanceof GateFullError)) throw error;
      const retryAfterSeconds = RETRY_AFTER_SECONDS;
      throw new HttpError("rate_limited", { retryAfterSeconds }, { "retry-after": String(retryAfterSeconds) });
    }
  }

  private sharedChallenge(stall: StallName, tries: number): SharedChallenge {
    const key = `${stallNameText(stall)} ${tries}`;
    const known = this.shared.get(key);
    if (known !== undefined && Date.now() - known.madeAt < CHALLENGE_SHARED_SECONDS * 1000) return known;
    const challenge = this.gateOf(stall.eventId).run(() => this.gate.run(() => this.make(stall, tries)));
    const made: SharedChallenge = { key, challenge, madeAt: Date.now() };
    this.shared.set(key, made);
    void challenge.then(
      ({ signature }) => (made.id = signature),
      () => undefined,
    );
    return made;
  }

  private gateOf(eventId: number): Gate {
    const gate = this.gates.get(eventId) ?? new Gate(MAX_MADE_AT_ONCE, MAX_WAITING);
    this.gates.set(eventId, gate);
    return gate;
  }

  private make({ eventId, stallId }: StallName, tries: number): Promise<Challenge> {
    return createChallenge({
      algorithm: "SCRYPT",
      cost: this.config.proofCost,
      memoryCost: PROOF_BLOCK_SIZE,
      parallelism: 1,
      counter: randomInt(tries - 1, 0),
      deriveKey,
      data: { eventId, stallId, tries },
      expiresAt: Math.floor(Date.now() / 1000) + PROOF_SECONDS,
      hmacSignatureSecret: this.challengeKey,
      hmacKeySignatureSecret: this.solutionKey,
    });
  }

  /** Verifies a proof sent by a browser; undefined if it is forged, expired, unsolved or for another stall. */
  async read(text: string, { eventId, stallId }: StallName): Promise<Proof | undefined> {
    const payload = payloadOf(text);
    if (payload === undefined) return undefined;
    const { challenge, solution } = payload;
    const { verified } = await verifySolution({
      challenge,
      solution,
      // Never called: each of our challenges has its solution's signature.
      deriveKey: () => Promise.reject(new Error("this challenge has no signature of its solution")),
      hmacSignatureSecret: this.challengeKey,
      hmacKeySignatureSecret: this.solutionKey,
    });
    const { data = {}, expiresAt } = challenge.parameters;
    const { tries } = data;
    // A valid signature means that the parameters are as we issued them.
    if (!verified || challenge.signature === undefined || expiresAt === undefined) return undefined;
    if (data["eventId"] !== eventId || data["stallId"] !== stallId || typeof tries !== "number") return undefined;
    return { id: challenge.signature, tries, expiresAt: new Date(expiresAt * 1000) };
  }

  /** Marks a proof as used, and gives its challenge to nobody else. @returns false if it was used before or has expired */
  async spend(tx: Tx, { id, expiresAt }: Proof): Promise<boolean> {
    for (const [key, shared] of this.shared) if (shared.id === id) this.shared.delete(key);
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
