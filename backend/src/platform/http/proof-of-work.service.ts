import { Injectable } from "@nestjs/common";
import { CHALLENGE_SHARED_SECONDS, PROOF_BLOCK_SIZE, PROOF_SECONDS } from "@sakhi/domain/bookings/live-holds.rules";
import { createChallenge, randomInt, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/scrypt";
import type { Challenge, Payload } from "altcha-lib/types";
import { Gate, GateFullError } from "../concurrency/gate.js";
import { Config } from "../config/config.js";
import { Database, rows, type Tx } from "../database/database.js";
import { Secrets } from "../secrets/secrets.js";
import { HttpError } from "./error-response.js";

/** What a proof is asked for. It is accepted for nothing else. */
export interface ProofSubject {
  /** What the signature covers, and the client can read: a stall, or a limit and a digest of its network. */
  readonly data: Readonly<Record<string, string | number>>;
  /** Whose requests wait together for challenges to be made: however many they are, others' do not wait for all of them. */
  readonly queue: string;
  /**
   * To whom one challenge may be given within a minute: all who want one thing that only one of them can have, or one
   * visitor. The first to solve it spends it.
   */
  readonly sharedBy: string;
}

/** A verified solution. Whether it was used before is checked by {@link ProofOfWorkService.spend}. */
export interface Proof {
  /** The challenge's signature. */
  readonly id: string;
  /** Maximum number of tries to solve it. */
  readonly tries: number;
  readonly expiresAt: Date;
}

/** A challenge that is given to others too ({@link ProofSubject.sharedBy}). */
interface SharedChallenge {
  /** Subject, whom it is shared by, and difficulty. */
  readonly key: string;
  readonly subject: string;
  readonly challenge: Promise<Challenge>;
  readonly madeAt: number;
  /** Its signature, once it is made. */
  id?: string | undefined;
}

/** Challenges made at a time: each takes a core for as long as one try of the browser. */
const MAX_MADE_AT_ONCE = 2;
/** Requests of one queue that wait for their challenge; further ones get another's of the same subject, or are refused. */
const MAX_WAITING = 100;
/** Retry-After of a refused request, in seconds. */
const RETRY_AFTER_SECONDS = 5;

/**
 * Proofs of work by ALTCHA (scrypt, deterministic: the solution lies within a known number of tries). Challenges are not
 * stored: the signature covers subject, difficulty and expiry, and the solution, so that checking one takes no try. Used
 * ones are stored until they expire, so that no api process accepts them again.
 *
 * Making a challenge takes one try. Therefore one is shared within a minute ({@link ProofSubject.sharedBy}): all who want
 * the same stall get the same one, because only one of them can have it, and a proof is spent with it.
 */
@Injectable()
export class ProofOfWorkService {
  private readonly challengeKey: string;
  private readonly solutionKey: string;
  /** What is made at a time. Queues come one after another: each brings at most as many as its own gate lets through. */
  private readonly gate = new Gate(MAX_MADE_AT_ONCE, Infinity);
  /** Who waits, by queue. Kept while somebody waits. */
  private readonly gates = new Map<string, { readonly gate: Gate; waiting: number }>();
  /** Those of the last minute, the oldest first. */
  private readonly shared = new Map<string, SharedChallenge>();

  constructor(
    private readonly config: Config,
    secrets: Secrets,
    private readonly database: Database,
  ) {
    this.challengeKey = secrets.derivedKey("proof-of-work").toString("base64url");
    this.solutionKey = secrets.derivedKey("proof-of-work-solution").toString("base64url");
  }

  /**
   * @param tries maximum number of tries; uniformly distributed, so that requesting another challenge gains nothing
   * @throws HttpError rate_limited if too many wait for one, and none of this subject was made in the last minute
   */
  async challenge(subject: ProofSubject, tries: number): Promise<Challenge> {
    const shared = this.sharedChallenge(subject, tries);
    try {
      return await shared.challenge;
    } catch (error) {
      this.forget(shared);
      if (!(error instanceof GateFullError)) throw error;
      const other = [...this.shared.values()].findLast(
        ({ subject: of, id }) => of === shared.subject && id !== undefined,
      );
      if (other !== undefined) return await other.challenge;
      const retryAfterSeconds = RETRY_AFTER_SECONDS;
      throw new HttpError("rate_limited", { retryAfterSeconds }, { "retry-after": String(retryAfterSeconds) });
    }
  }

  private sharedChallenge(subject: ProofSubject, tries: number): SharedChallenge {
    this.forgetOld();
    const text = `${JSON.stringify(subject.data)} ${tries}`;
    const key = `${text} ${subject.sharedBy}`;
    const known = this.shared.get(key);
    if (known !== undefined) return known;
    const challenge = this.inQueue(subject.queue, () => this.make(subject, tries));
    const made: SharedChallenge = { key, subject: text, challenge, madeAt: Date.now() };
    this.shared.set(key, made);
    void challenge.then(
      ({ signature }) => (made.id = signature),
      () => undefined,
    );
    return made;
  }

  private forgetOld(): void {
    for (const shared of this.shared.values()) {
      if (Date.now() - shared.madeAt < CHALLENGE_SHARED_SECONDS * 1000) return;
      this.forget(shared);
    }
  }

  private forget(shared: SharedChallenge): void {
    if (this.shared.get(shared.key) === shared) this.shared.delete(shared.key);
  }

  private async inQueue<T>(queue: string, work: () => Promise<T>): Promise<T> {
    const waiting = this.gates.get(queue) ?? { gate: new Gate(MAX_MADE_AT_ONCE, MAX_WAITING), waiting: 0 };
    this.gates.set(queue, waiting);
    waiting.waiting += 1;
    try {
      return await waiting.gate.run(() => this.gate.run(work));
    } finally {
      waiting.waiting -= 1;
      if (waiting.waiting === 0) this.gates.delete(queue);
    }
  }

  private make({ data }: ProofSubject, tries: number): Promise<Challenge> {
    return createChallenge({
      algorithm: "SCRYPT",
      cost: this.config.proofCost,
      memoryCost: PROOF_BLOCK_SIZE,
      parallelism: 1,
      counter: randomInt(tries - 1, 0),
      deriveKey,
      data: { ...data, tries },
      expiresAt: Math.floor(Date.now() / 1000) + PROOF_SECONDS,
      hmacSignatureSecret: this.challengeKey,
      hmacKeySignatureSecret: this.solutionKey,
    });
  }

  /** Verifies a proof sent by a browser; undefined if it is forged, expired, unsolved or for another subject. */
  async read(text: string, subject: ProofSubject): Promise<Proof | undefined> {
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
    const isOfSubject = Object.entries(subject.data).every(([name, value]) => data[name] === value);
    if (!isOfSubject || typeof tries !== "number") return undefined;
    return { id: challenge.signature, tries, expiresAt: new Date(expiresAt * 1000) };
  }

  /**
   * Marks a proof as used, and gives its challenge to nobody else.
   *
   * @param tx undefined for a proof that is used outside a transaction; see {@link giveBack}
   * @returns false if it was used before or has expired
   */
  async spend(tx: Tx | undefined, { id, expiresAt }: Proof): Promise<boolean> {
    for (const shared of this.shared.values()) if (shared.id === id) this.forget(shared);
    const spend = `INSERT INTO used_proofs (id, expires_at) SELECT $1, $2::timestamptz WHERE $2::timestamptz > clock_timestamp()
       ON CONFLICT DO NOTHING RETURNING id`;
    const spent =
      tx === undefined ? await this.database.query(spend, [id, expiresAt]) : await rows(tx, spend, [id, expiresAt]);
    return spent.length > 0;
  }

  /** Makes a spent proof usable again, because nothing was done for it. */
  async giveBack({ id }: Proof): Promise<void> {
    await this.database.query("DELETE FROM used_proofs WHERE id = $1", [id]);
  }

  /** Forgets used proofs that have expired: nobody accepts them. For the sweep. */
  async forgetExpired(): Promise<void> {
    await this.database.query("DELETE FROM used_proofs WHERE expires_at < clock_timestamp()");
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
