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
import { BookingsRepository, type NewHold } from "./bookings.repository.js";
import { HoldsService } from "./holds.service.js";
import { ProofOfWork, type Proof } from "./proof-of-work.service.js";

/** Namespace of our advisory locks: a network's is (this, 32 bits of its digest). */
const LOCKS = 16_000;

/** A request to reserve, as its network is checked for it. */
export interface NetworkRequest {
  /** Digest of the network. */
  readonly network: string;
  /** Whose own other hold the new one replaces. */
  readonly visitorId: string | undefined;
  readonly proof: Proof | undefined;
}

/** What came of releasing and blocking a network. */
interface NetworkReleased {
  /** Stalls that are free again, e.g. B12. */
  readonly stallIds: readonly string[];
  readonly blockedUntil: Date;
}

/** What counts against a network right now. */
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
 * How many stalls one network keeps (domain: live-holds.rules.ts), and what an operator does about one that keeps too
 * many. Only reserving adds to them, and reserves of one network wait for each other, so no number of them at once
 * exceeds the limit. RATE_LIMITS=off lifts it.
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

  /** The network of an address as it is stored: a keyed digest, because addresses are personal data. */
  digestOf(address: string): string {
    return this.secrets.digest("network", clientNetwork(address));
  }

  /** Takes the network's lock until `tx` ends: before every other lock, the visitor's included. */
  async lock(tx: Tx, network: string): Promise<void> {
    if (!this.config.rateLimits) return;
    await tx.query("SELECT pg_advisory_xact_lock($1, $2)", [LOCKS, lockKey(network)]);
  }

  /**
   * What a reserve in one statement needs to know: the network's lock, and below how many live holds it needs neither a
   * proof nor an operator's eye. Undefined where limits are off.
   */
  limitOf(network: string): NewHold["networkLimit"] {
    if (!this.config.rateLimits) return undefined;
    return { lockSpace: LOCKS, lockKey: lockKey(network), holds: this.config.liveHoldsPerNetwork };
  }

  /**
   * Decides whether the network, whose lock is held, may hold one more stall, and uses its proof up where one is needed.
   *
   * @returns whether a proof was needed
   * @throws DomainError network_blocked, proof_required
   */
  async admit(tx: Tx, request: NetworkRequest): Promise<boolean> {
    if (!this.config.rateLimits) return false;
    const proof = await this.decide(await this.status(request, tx), request);
    if (proof !== undefined && !(await this.proofs.spend(tx, proof))) throw new DomainError("proof_required");
    return proof !== undefined;
  }

  /**
   * The same on a read without locks: rejects most of those that would be rejected before they wait for anything.
   *
   * @throws DomainError network_blocked, proof_required
   */
  async checkWithoutLock(request: NetworkRequest): Promise<void> {
    if (this.config.rateLimits) await this.decide(await this.status(request), request);
  }

  /** How hard the proof for the next hold is now; at least that of the first step. */
  async triesNow(request: NetworkRequest): Promise<number> {
    const tries = proofTries(await this.status(request), this.config.liveHoldsPerNetwork);
    return Math.max(tries, FIRST_PROOF_TRIES);
  }

  /** Raises an issue for a network that has just got another hold and keeps many without registering. */
  async watch(tx: Tx, network: string): Promise<void> {
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
   * Releases every hold of the network that nobody has registered for, and rejects its reserves for 24 hours. Those who
   * registered or are paying keep the stall. The issue stays open until the network is unblocked or the block expires.
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

  /** Lets the network reserve again. @returns false when it was not blocked */
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
   * For the recovery: closes issues of networks that hoard no more, and deletes what is no longer needed: used proofs,
   * expired blocks, and the networks of bookings that ended a day ago.
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
      // A reserve that finds the issue open does not raise it again: it must not be closed at the same time.
      await this.lock(tx, network);
      const { unregistered, blocked } = await this.status({ network }, tx);
      if (blocked || !isHoardingOver(unregistered, this.config.liveHoldsPerNetwork)) return;
      await this.issues.gone(tx, "network_hoarding", network);
    });
  }

  /** Under all locks in their one order: visitors and stalls ascending, then each booking. */
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
      // One that was registered meanwhile keeps its stall.
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

  /** @returns the proof that is to be used up; undefined where none is needed */
  private async decide(status: NetworkStatus, { proof }: NetworkRequest): Promise<Proof | undefined> {
    if (status.blocked) {
      const { supportEmail: contact } = (await this.facts.current()).organisation;
      throw new DomainError("network_blocked", { contact }, `${ERROR_CODES.network_blocked.sentence} ${contact}`);
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

/** A network as it is shown: enough to distinguish two, too little to identify anyone. */
function networkLabel(network: string): string {
  return network.slice(0, 8);
}

const inIndia = new Intl.DateTimeFormat("en-IN", {
  dateStyle: "long",
  timeStyle: "short",
  hourCycle: "h23",
  timeZone: "Asia/Kolkata",
});
