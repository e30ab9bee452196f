import { Injectable } from "@nestjs/common";
import {
  FIRST_PROOF_TRIES,
  NETWORK_BLOCK_HOURS,
  isHoardingOver,
  looksLikeHoarding,
  proofSuffices,
  proofTries,
  type LiveHolds,
} from "@sakhi/domain/bookings/live-holds.rules";
import { DomainError, ERROR_CODES } from "@sakhi/domain/errors/error-codes";
import { EventFactsService } from "../events/event-facts.service.js";
import { IssuesService } from "../issues/issues.service.js";
import { Config } from "../platform/config/config.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { clientNetwork } from "../platform/http/rate-limits.js";
import { Secrets } from "../platform/secrets/secrets.js";
import { StallsService } from "../stalls/stalls.service.js";
import { liveHold, livePurchase } from "../stalls/live-bookings.sql.js";
import { BookingEntity } from "./bookings.entities.js";
import { BookingsRepository } from "./bookings.repository.js";
import { HoldsService } from "./holds.service.js";
import { ProofOfWork, type Proof } from "./proof-of-work.service.js";

/** Namespace of the networks' advisory locks; the second key is 32 bits of the network's digest. */
const LOCKS = 16_000;

/** The part of a reserve request that the network check needs. */
export interface NetworkRequest {
  /** Digest of the network. */
  readonly network: string;
  /** The visitor, whose other hold is replaced and so does not count. */
  readonly visitorId: string | undefined;
  readonly proof: Proof | undefined;
}

/** Result of releasing and blocking a network. */
interface NetworkReleased {
  /** Released stalls, e.g. B12. */
  readonly stallIds: readonly string[];
  readonly blockedUntil: Date;
}

/** A network's live holds, and whether it is blocked. */
interface NetworkStatus extends LiveHolds {
  readonly blocked: boolean;
}

const STATUS = `
  SELECT count(*) FILTER (WHERE b.state = 'held')::int AS unregistered,
         count(*) FILTER (WHERE b.state <> 'held')::int AS registered,
         EXISTS (SELECT FROM network_blocks WHERE network = $1 AND expires_at > clock_timestamp()) AS blocked
    FROM bookings b
   WHERE b.network = $1 AND ${livePurchase()}
     AND NOT (b.state <> 'paying' AND b.visitor_id IS NOT DISTINCT FROM $2)`;

/**
 * Limits the stalls that one network keeps (domain: live-holds.rules.ts), and lets an operator release and block a
 * network. Reserves of one network are serialized by its lock, so that concurrent ones cannot exceed the limit.
 * RATE_LIMITS=off disables it.
 */
@Injectable()
export class NetworkHolds {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly secrets: Secrets,
    private readonly proofs: ProofOfWork,
    private readonly issues: IssuesService,
    private readonly bookings: BookingsRepository,
    private readonly stalls: StallsService,
    private readonly holds: HoldsService,
    private readonly facts: EventFactsService,
  ) {}

  /** Keyed digest of an address's network, because addresses are personal data. */
  digestOf(address: string): string {
    return this.secrets.digest("network", clientNetwork(address));
  }

  /** Locks the network until `tx` ends. First in the lock order, before the visitor. */
  async lock(tx: Tx, network: string): Promise<void> {
    if (!this.config.rateLimits) return;
    await tx.query("SELECT pg_advisory_xact_lock($1, $2)", [LOCKS, lockKey(network)]);
  }

  /**
   * Checks whether the network may hold another stall; consumes its proof of work if one is required. The caller holds
   * the network's lock.
   *
   * @returns whether a proof was required
   * @throws DomainError network_blocked, proof_required
   */
  async admit(tx: Tx, request: NetworkRequest): Promise<boolean> {
    if (!this.config.rateLimits) return false;
    const proof = await this.decide(await this.status(request, tx), request);
    if (proof !== undefined && !(await this.proofs.spend(tx, proof))) throw new DomainError("proof_required");
    return proof !== undefined;
  }

  /**
   * {@link admit} without locks and without consuming the proof, to reject most requests before they wait for a lock.
   *
   * @throws DomainError network_blocked, proof_required
   */
  async checkWithoutLock(request: NetworkRequest): Promise<void> {
    if (this.config.rateLimits) await this.decide(await this.status(request), request);
  }

  /** The current difficulty of the proof for the next hold, in tries; at least that of the first step. */
  async triesNow(request: NetworkRequest): Promise<number> {
    const tries = proofTries(await this.status(request), this.config.liveHoldsPerNetwork);
    return Math.max(tries, FIRST_PROOF_TRIES);
  }

  /** Raises an issue if the network, which has just reserved, keeps many unregistered holds. */
  async raiseIssueIfHoarding(tx: Tx, network: string): Promise<void> {
    if (!this.config.rateLimits) return;
    const { unregistered, registered } = await this.status({ network }, tx);
    if (!looksLikeHoarding(unregistered, this.config.liveHoldsPerNetwork)) return;
    await this.issues.raise(tx, {
      kind: "network_hoarding",
      subject: network,
      facts: { network: networkLabel(network), unregistered, registered },
    });
  }

  /**
   * Releases every unregistered hold of the network and rejects its reserves for 24 hours. Registered and paying
   * bookings stay. The issue stays open until the network is unblocked or the block expires.
   *
   * @param network its digest
   */
  async releaseAndBlock(tx: Tx, network: string): Promise<NetworkReleased> {
    await this.lock(tx, network);
    const [block] = await rows<{ until: Date }>(
      tx,
      `INSERT INTO network_blocks (network, expires_at) VALUES ($1, clock_timestamp() + make_interval(hours => $2))
       ON CONFLICT (network) DO UPDATE SET blocked_at = clock_timestamp(), expires_at = EXCLUDED.expires_at
       RETURNING expires_at AS until`,
      [network, NETWORK_BLOCK_HOURS],
    );
    if (block === undefined) throw new Error("the block was not written");
    const stallIds = await this.releaseUnregistered(tx, network);
    await this.issues.addFacts(tx, "network_hoarding", network, { blockedUntil: inIndia.format(block.until) });
    return { stallIds, blockedUntil: block.until };
  }

  /** Unblocks the network. @returns false if it was not blocked */
  async unblock(tx: Tx, network: string): Promise<boolean> {
    await this.lock(tx, network);
    const ended = await rows(
      tx,
      "DELETE FROM network_blocks WHERE network = $1 AND expires_at > clock_timestamp() RETURNING network",
      [network],
    );
    return ended.length > 0;
  }

  /**
   * Cleanup by the sweep: closes the issues of networks that no longer hoard, and deletes expired proofs, expired
   * blocks, and the network digests of bookings that ended a day ago.
   */
  async cleanUp(): Promise<void> {
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

  private closeIfOver(network: string): Promise<void> {
    return this.database.transaction(async (tx) => {
      // Locked, because a concurrent reserve that finds the issue open does not raise it again.
      await this.lock(tx, network);
      const { unregistered, blocked } = await this.status({ network }, tx);
      if (blocked || !isHoardingOver(unregistered, this.config.liveHoldsPerNetwork)) return;
      await this.issues.closeIfOpen(tx, "network_hoarding", network);
    });
  }

  /** Locks in the lock order: visitors and stalls ascending, then each booking. */
  private async releaseUnregistered(tx: Tx, network: string): Promise<string[]> {
    const held = await rows<{ id: string; stallId: string; visitorId: string | null }>(
      tx,
      `SELECT b.id, b.stall_id AS "stallId", b.visitor_id AS "visitorId" FROM bookings b
        WHERE b.network = $1 AND b.state = 'held' AND ${liveHold()} ORDER BY b.stall_id`,
      [network],
    );
    for (const visitorId of held.flatMap((each) => each.visitorId ?? []).toSorted()) {
      await this.bookings.lockVisitor(tx, visitorId);
    }
    await this.stalls.lock(
      tx,
      held.map(({ stallId }) => stallId),
    );
    const released: string[] = [];
    for (const { id, stallId } of held) {
      // A booking registered meanwhile keeps its stall.
      if ((await this.bookings.lock(tx, id))?.state !== "held") continue;
      if (await this.holds.releaseInTx(tx, id, "operator", "operator")) released.push(stallId);
    }
    return released;
  }

  /** @param request without a visitor, all holds of the network count */
  private async status(
    { network, visitorId }: Partial<NetworkRequest> & Pick<NetworkRequest, "network">,
    tx?: Tx,
  ): Promise<NetworkStatus> {
    const parameters = [network, visitorId ?? null];
    const [found] = await this.database.read<NetworkStatus>(BookingEntity, STATUS, parameters, tx);
    return found ?? { unregistered: 0, registered: 0, blocked: false };
  }

  /** @returns the proof to consume; undefined if none is required */
  private async decide(status: NetworkStatus, { proof }: NetworkRequest): Promise<Proof | undefined> {
    if (status.blocked) {
      const { supportEmail: contact } = (await this.facts.current()).organisation;
      throw new DomainError("network_blocked", { contact }, `${ERROR_CODES.network_blocked.message} ${contact}`);
    }
    const needed = proofTries(status, this.config.liveHoldsPerNetwork);
    if (needed === 0) return undefined;
    if (proof === undefined || !proofSuffices(proof.tries, needed)) throw new DomainError("proof_required");
    return proof;
  }
}

function lockKey(network: string): number {
  return Buffer.from(network, "base64url").readInt32BE(0);
}

/** Short display form of a network: distinguishes networks without identifying anyone. */
function networkLabel(network: string): string {
  return network.slice(0, 8);
}

const inIndia = new Intl.DateTimeFormat("en-IN", {
  dateStyle: "long",
  timeStyle: "short",
  hourCycle: "h23",
  timeZone: "Asia/Kolkata",
});
