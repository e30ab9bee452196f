import { Injectable } from "@nestjs/common";
import {
  FIRST_PROOF_TRIES,
  isHoardingOver,
  type LiveHolds,
  looksLikeHoarding,
  proofSuffices,
  proofTries,
} from "@sakhi/domain/bookings/live-holds.rules";
import { DomainError, ERROR_CODES } from "@sakhi/domain/errors/error-codes";
import { IssuesService } from "../../issues/issues.service.js";
import { Config } from "../../platform/config/config.js";
import { Database, rows, type Tx } from "../../platform/database/database.js";
import { clientNetwork } from "../../platform/http/rate-limits.js";
import { Secrets } from "../../platform/secrets/secrets.js";
import { type Proof, ProofOfWork } from "./proof-of-work.service.js";

/** Namespace of our advisory locks: a network's is (this, 32 bits of its digest). */
const LOCKS = 16_000;

/** A wish to reserve, as its network is judged for it. */
export interface NetworkParams {
  /** Digest of the network. */
  readonly network: string;
  /** Whose own other hold the new one replaces. */
  readonly visitorId: string | undefined;
  readonly proof: Proof | undefined;
}

/** What counts against a network right now. */
interface NetworkStatus extends LiveHolds {
  readonly blocked: boolean;
}

const LIVE = `state IN ('held', 'registered', 'paying') AND (state = 'paying' OR hold_expires_at > clock_timestamp())`;

const STATUS = `
  SELECT count(*) FILTER (WHERE state = 'held')::int AS unregistered,
         count(*) FILTER (WHERE state <> 'held')::int AS registered,
         EXISTS (SELECT FROM network_blocks WHERE network = $1 AND expires_at > clock_timestamp()) AS blocked
    FROM bookings
   WHERE network = $1 AND ${LIVE} AND NOT (state <> 'paying' AND visitor_id IS NOT DISTINCT FROM $2)`;

/**
 * How many stalls one network keeps (domain: live-holds.rules.ts). Only reserving adds to them, and reserves of one
 * network wait for each other, so no number of them at once exceeds the limit. RATE_LIMITS=off lifts it.
 */
@Injectable()
export class NetworkHolds {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly secrets: Secrets,
    private readonly proofs: ProofOfWork,
    private readonly issues: IssuesService,
  ) {}

  /** The network of an address as it is stored: a keyed digest, for addresses are personal data. */
  digestOf(address: string): string {
    return this.secrets.digest("network", clientNetwork(address));
  }

  /** Takes the network's lock until `tx` ends: before every other lock, that of the visitor included. */
  async lock(tx: Tx, network: string): Promise<void> {
    if (!this.config.rateLimits) return;
    const key = Buffer.from(network, "base64url").readInt32BE(0);
    await tx.query("SELECT pg_advisory_xact_lock($1, $2)", [LOCKS, key]);
  }

  /**
   * Decides whether the network may hold one stall more, and uses its proof up where one is needed. Its lock is held.
   *
   * @returns whether a proof was needed
   * @throws DomainError network_blocked, proof_required
   */
  async admit(tx: Tx, params: NetworkParams): Promise<boolean> {
    if (!this.config.rateLimits) return false;
    const [status] = await rows<NetworkStatus>(tx, STATUS, [params.network, params.visitorId ?? null]);
    const proof = this.check(status, params);
    if (proof !== undefined && !(await this.proofs.spend(tx, proof))) throw new DomainError("proof_required");
    return proof !== undefined;
  }

  /**
   * The same at a glance, without a lock: refuses most of those who would be refused before they wait for anything.
   *
   * @throws DomainError network_blocked, proof_required
   */
  async glance(params: NetworkParams): Promise<void> {
    if (this.config.rateLimits) this.check(await this.status(params), params);
  }

  /** How hard the proof for the next hold is now; at least that of the first step. */
  async triesNow(params: NetworkParams): Promise<number> {
    const tries = proofTries(await this.status(params), this.config.liveHoldsPerNetwork);
    return Math.max(tries, FIRST_PROOF_TRIES);
  }

  /** Puts a network before the operator that has just got a hold more and keeps many without registering. */
  async watch(tx: Tx, network: string): Promise<void> {
    if (!this.config.rateLimits) return;
    const [status] = await rows<NetworkStatus>(tx, STATUS, [network, null]);
    if (status === undefined || !this.isHoarding(status)) return;
    const { unregistered, registered } = status;
    await this.issues.raise(tx, {
      kind: "network_hoarding",
      subject: network,
      facts: { network: networkLabel(network), unregistered, registered },
    });
  }

  /**
   * The sweep's part: closes what is no hoarding any more, and forgets what is no longer needed: used proofs and blocks
   * whose time is over, and the networks of bookings that ended a day ago.
   */
  async tidyUp(): Promise<void> {
    for (const { kind, subject } of await this.issues.open()) {
      if (kind === "network_hoarding") await this.closeIfOver(subject);
    }
    await this.database.query("DELETE FROM used_proofs WHERE expires_at < clock_timestamp()");
    await this.database.query("DELETE FROM network_blocks WHERE expires_at < clock_timestamp()");
    await this.database.query(
      `UPDATE bookings SET network = NULL
        WHERE network IS NOT NULL AND ended_at < clock_timestamp() - interval '1 day'`,
    );
  }

  private isHoarding({ unregistered }: NetworkStatus): boolean {
    return looksLikeHoarding(unregistered, this.config.liveHoldsPerNetwork);
  }

  private closeIfOver(network: string): Promise<void> {
    return this.database.transaction(async (tx) => {
      // A reserve that finds the issue open adds nothing to it: it must not be closed under that one's hands.
      await this.lock(tx, network);
      const [status] = await rows<NetworkStatus>(tx, STATUS, [network, null]);
      if (status === undefined || status.blocked) return;
      if (!isHoardingOver(status.unregistered, this.config.liveHoldsPerNetwork)) return;
      await this.issues.gone(tx, "network_hoarding", network);
    });
  }

  private async status({ network, visitorId }: NetworkParams): Promise<NetworkStatus> {
    const [found] = await this.database.query<NetworkStatus>(STATUS, [network, visitorId ?? null]);
    return found ?? { unregistered: 0, registered: 0, blocked: false };
  }

  /** @returns the proof that is to be used up; undefined where none is needed */
  private check(status: NetworkStatus | undefined, { proof }: NetworkParams): Proof | undefined {
    if (status === undefined) return undefined;
    if (status.blocked) throw this.blocked();
    const needed = proofTries(status, this.config.liveHoldsPerNetwork);
    if (needed === 0) return undefined;
    if (proof === undefined || !proofSuffices(proof.tries, needed)) throw new DomainError("proof_required");
    return proof;
  }

  private blocked(): DomainError {
    const { operatorEmail } = this.config;
    const sentence = `${ERROR_CODES.network_blocked.sentence} ${operatorEmail}`;
    return new DomainError("network_blocked", { contact: operatorEmail }, sentence);
  }
}

/** A network as people are shown it: enough to tell two apart, too little to find anybody by it. */
export function networkLabel(network: string): string {
  return network.slice(0, 8);
}
