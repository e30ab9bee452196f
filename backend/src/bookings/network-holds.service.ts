import { Injectable } from "@nestjs/common";
import type { ReleaseReason } from "@sakhi/domain/bookings/booking.states";
import {
  FIRST_PROOF_TRIES,
  hoardedStalls,
  isHoardingOver,
  looksLikeHoarding,
  NETWORK_BLOCK_HOURS,
  proofSuffices,
  proofTries,
  type SiteHolds,
  siteProofTries,
  stallPauseSeconds,
  UNSOLD_SECONDS,
  type UnsoldEnd,
  type UnsoldHolds,
  unsoldShare,
} from "@sakhi/domain/bookings/live-holds.rules";
import { DomainError, ERROR_CODES } from "@sakhi/domain/errors/error-codes";
import { EventFactsService } from "../events/event-facts.service.js";
import { IssuesService } from "../issues/issues.service.js";
import { Config } from "../platform/config/config.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { networkFactor, networksOf } from "../platform/http/networks.js";
import { ProofOfWorkService, type Proof } from "../platform/http/proof-of-work.service.js";
import { Secrets } from "../platform/secrets/secrets.js";
import { expiredHold, inLiveState, liveHold, livePurchase } from "../stalls/live-bookings.sql.js";
import type { StallName } from "../stalls/stalls.service.js";
import { BookingEntity } from "./bookings.entities.js";
import { type EndedBookings, OperatorReleasesService } from "./operator-releases.service.js";

/** Namespace of the networks' advisory locks; the second key is 32 bits of the network's digest. */
const LOCKS = 16_000;

/** The part of a reserve request that the network check needs. */
export interface NetworkRequest {
  /** The networks of the visitor's address, the narrowest first ({@link NetworkHoldsService.idsOf}). */
  readonly networks: readonly string[];
  /** The visitor, whose other hold of the event is replaced and so does not count. */
  readonly visitorId: string | undefined;
  readonly stall: StallName;
  readonly proof: Proof | undefined;
}

/** Result of releasing and blocking a network. */
export interface NetworkReleased extends EndedBookings {
  readonly blockedUntil: Date;
}

/** A network of a booking, for operators. */
export interface NetworkFacts extends UnsoldHolds {
  /** Short display form: distinguishes networks without identifying anyone. */
  readonly label: string;
  /** Length of its prefix in bits; undefined if its address was not an IP address. */
  readonly prefix: number | undefined;
  readonly blocked: boolean;
}

/** A live or recently ended purchase, from one of the counted networks or by the visitor. */
interface CountedBooking {
  readonly networks: readonly string[];
  readonly stallId: string;
  readonly eventId: number;
  readonly own: boolean;
  /** Undefined if it has ended. */
  readonly live: "held" | "paying" | null;
  readonly reason: ReleaseReason;
  readonly heldSeconds: number;
  readonly secondsAgo: number;
}

/** Everything that decides about a network's next hold. */
interface NetworkState {
  readonly counted: readonly CountedBooking[];
  readonly site: SiteHolds;
  readonly blocked: boolean;
}

/** Permission to hold a stall. */
export interface Admission {
  /** A proof of work was required, and consumed. */
  readonly proven: boolean;
  /** What the networks had before. */
  readonly counted: readonly CountedBooking[];
}

/** A row of {@link STATE}. */
type NetworkRow = SiteHolds & Pick<NetworkState, "blocked" | "counted">;

/** Live purchases, and those that ended in the last hour, of networks $1 or visitor $2. Expired holds have ended. */
const COUNTED = `
  SELECT b.networks, s.stall_id AS "stallId", s.event_id AS "eventId", b.visitor_id IS NOT DISTINCT FROM $2::uuid AS own,
         CASE WHEN b.state = 'paying' THEN 'paying' WHEN ${liveHold()} THEN 'held' END AS live,
         coalesce(b.release_reason, 'hold_expired') AS reason,
         extract(epoch FROM e.ended - b.held_at)::float8 AS "heldSeconds",
         extract(epoch FROM clock_timestamp() - e.ended)::float8 AS "secondsAgo"
    FROM bookings b JOIN stalls s ON s.stall_key = b.stall_key, LATERAL (SELECT CASE WHEN ${expiredHold()} OR b.release_reason = 'hold_expired' THEN b.hold_expires_at
                                         ELSE b.ended_at END AS ended) e
   WHERE (b.networks && $1::text[] OR b.visitor_id = $2::uuid)
     AND b.state IN ('held', 'registered', 'paying', 'released')
     AND (${livePurchase()} OR e.ended > clock_timestamp() - make_interval(secs => ${UNSOLD_SECONDS}))`;

/** Whether one of the networks $1 is blocked. */
const BLOCKED = `EXISTS (SELECT FROM network_blocks WHERE network = ANY ($1::text[]) AND expires_at > clock_timestamp())`;

/** In one round trip: {@link COUNTED}, and all unpaid holds of event $3 without the visitor's own, which the new one replaces. */
const STATE = `
  SELECT (SELECT count(*) FROM stalls WHERE event_id = $3::integer AND removed_at IS NULL)::int - count(*) FILTER (WHERE b.state IN ('sold', 'blocked'))::int AS unsold,
         count(*) FILTER (WHERE ${livePurchase()}
                            AND NOT (b.state <> 'paying' AND b.visitor_id IS NOT DISTINCT FROM $2::uuid))::int AS held,
         ${BLOCKED} AS blocked,
         (SELECT coalesce(json_agg(c), '[]') FROM (${COUNTED}) c) AS counted
    FROM bookings b JOIN stalls s ON s.stall_key = b.stall_key
   WHERE s.event_id = $3 AND ${inLiveState("b")}`;

/**
 * Limits the stalls that one network keeps without paying (domain: live-holds.rules.ts), and lets an operator release
 * and block a network. Reserves of one network are serialized by its lock, so that concurrent ones cannot exceed the
 * limit; the ceiling of the whole site is read without a lock, and can be passed by the reserves that run at that moment.
 * RATE_LIMITS=off disables it.
 */
@Injectable()
export class NetworkHoldsService {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly secrets: Secrets,
    private readonly proofOfWork: ProofOfWorkService,
    private readonly issues: IssuesService,
    private readonly operatorReleases: OperatorReleasesService,
    private readonly eventFacts: EventFactsService,
  ) {}

  /**
   * The networks of an address as they are stored, the narrowest first: prefix and keyed digest, because addresses are
   * personal data. None if limits are off.
   */
  idsOf(address: string): readonly string[] {
    if (!this.config.rateLimits) return [];
    return networksOf(address).map(({ name, prefix }) => `${prefix ?? ""}.${this.secrets.digest("network", name)}`);
  }

  /** Locks the networks until `tx` ends. First in the lock order, before the visitor. */
  async lock(tx: Tx, networks: readonly string[]): Promise<void> {
    const keys = networks.map(lockKey).toSorted((a, b) => a - b);
    if (keys.length === 0) return;
    await tx.query("SELECT pg_advisory_xact_lock($1, key) FROM unnest($2::int[]) AS key", [LOCKS, keys]);
  }

  /**
   * Checks whether the network may hold this stall; consumes its proof of work if one is required. The caller holds the
   * network's lock, and calls {@link raiseIssueIfHoarding} once the stall is held.
   *
   * @throws DomainError network_blocked, stall_paused, proof_required
   */
  async admit(tx: Tx, request: NetworkRequest): Promise<Admission> {
    if (!this.config.rateLimits) return { proven: false, counted: [] };
    const state = await this.state(request, tx);
    const proof = await this.decide(state, request);
    if (proof !== undefined && !(await this.proofOfWork.spend(tx, proof))) throw new DomainError("proof_required");
    return { proven: proof !== undefined, counted: state.counted };
  }

  /**
   * {@link admit} without locks and without consuming the proof, to reject most requests before they wait for a lock.
   *
   * @throws DomainError network_blocked, stall_paused, proof_required
   */
  async checkWithoutLock(request: NetworkRequest): Promise<void> {
    if (this.config.rateLimits) await this.decide(await this.state(request), request);
  }

  /** The current difficulty of the proof for the next hold, in tries; at least that of the first step. */
  async triesNow(request: NetworkRequest): Promise<number> {
    return Math.max(this.triesFor(await this.state(request), request.networks), FIRST_PROOF_TRIES);
  }

  /**
   * Refuses a blocked network to register or to pay.
   *
   * @param networks of the visitor's address, and those that the stall was reserved from
   * @throws DomainError network_blocked with `contact`
   */
  async assertNotBlocked(networks: readonly string[]): Promise<void> {
    if (networks.length === 0) return;
    const [found] = await this.database.query<{ blocked: boolean }>(`SELECT ${BLOCKED} AS blocked`, [networks]);
    if (found?.blocked === true) throw await this.blockedError();
  }

  /** Raises an issue about the narrowest network of the request, which now holds one more, that keeps many unpaid stalls. */
  async raiseIssueIfHoarding(tx: Tx, request: NetworkRequest, admission: Admission): Promise<void> {
    if (!this.config.rateLimits) return;
    const { networks, stall } = request;
    const counted = [...admission.counted, newHold(networks, stall)];
    const { liveHoldsPerNetwork: limit } = this.config;
    for (const network of networks) {
      const holds = this.holdsOf(network, counted);
      if (!looksLikeHoarding(holds, limit, factorOf(network))) continue;
      const [reported] = await rows<{ stalls: number }>(
        tx,
        `SELECT coalesce((facts->>'stalls')::int, 0) AS stalls FROM issues
          WHERE kind = 'network_hoarding' AND subject = $1
            AND raised_at > clock_timestamp() - make_interval(secs => $2) ORDER BY raised_at DESC LIMIT 1`,
        [network, UNSOLD_SECONDS],
      );
      if (looksLikeHoarding(holds, limit, factorOf(network), reported?.stalls))
        await this.raiseIssue(tx, network, holds);
      return;
    }
  }

  /**
   * Ends every unpaid hold of the network, registered and paying ones too, and rejects its reserves, registrations and
   * payments for 24 hours. A paying booking becomes free once the provider's result is final; if the money comes before,
   * it is sold. Raises the issue if there is none; it stays open until the network is unblocked or the block expires.
   */
  async releaseAndBlock(tx: Tx, network: string): Promise<NetworkReleased> {
    await this.lock(tx, [network]);
    const [block] = await rows<{ until: Date }>(
      tx,
      `INSERT INTO network_blocks (network, expires_at) VALUES ($1, clock_timestamp() + make_interval(hours => $2))
       ON CONFLICT (network) DO UPDATE SET blocked_at = clock_timestamp(), expires_at = EXCLUDED.expires_at
       RETURNING expires_at AS until`,
      [network, NETWORK_BLOCK_HOURS],
    );
    if (block === undefined) throw new Error("the block was not written");
    const { counted } = await this.state({ networks: [network] }, tx);
    await this.raiseIssue(tx, network, this.holdsOf(network, counted));
    const ended = await this.endUnpaid(tx, network);
    await this.issues.addFacts(tx, "network_hoarding", network, { blockedUntil: inIndia.format(block.until) });
    return { ...ended, blockedUntil: block.until };
  }

  /** Unblocks the network. @returns false if it was not blocked */
  async unblock(tx: Tx, network: string): Promise<boolean> {
    await this.lock(tx, [network]);
    const ended = await rows(
      tx,
      "DELETE FROM network_blocks WHERE network = $1 AND expires_at > clock_timestamp() RETURNING network",
      [network],
    );
    return ended.length > 0;
  }

  /** The networks that a booking was reserved from, the narrowest first; none if they are unknown or forgotten. */
  async ofBooking({ networks }: Pick<BookingEntity, "networks">): Promise<NetworkFacts[]> {
    if (networks.length === 0) return [];
    const { counted } = await this.state({ networks });
    const blocked = await this.database.query<{ network: string }>(
      "SELECT network FROM network_blocks WHERE network = ANY ($1::text[]) AND expires_at > clock_timestamp()",
      [networks],
    );
    return networks.map((network) => ({
      ...this.holdsOf(network, counted),
      label: networkLabel(network),
      prefix: prefixOf(network),
      blocked: blocked.some((each) => each.network === network),
    }));
  }

  /**
   * Cleanup by the sweep: closes the issues of networks that no longer hoard, and deletes expired proofs, expired
   * blocks, and the networks of bookings that ended a day ago.
   */
  async cleanUp(): Promise<void> {
    for (const { kind, subject } of await this.issues.open()) {
      if (kind === "network_hoarding") await this.closeIfOver(subject);
    }
    await this.database.query("DELETE FROM used_proofs WHERE expires_at < clock_timestamp()");
    await this.database.query("DELETE FROM network_blocks WHERE expires_at < clock_timestamp()");
    await this.database.query(
      `UPDATE bookings SET networks = '{}'
        WHERE networks <> '{}' AND ended_at < clock_timestamp() - interval '1 day'`,
    );
  }

  private closeIfOver(network: string): Promise<void> {
    return this.database.transaction(async (tx) => {
      // Locked, because a concurrent reserve that finds the issue open does not raise it again.
      await this.lock(tx, [network]);
      const { counted, blocked } = await this.state({ networks: [network] }, tx);
      const holds = this.holdsOf(network, counted);
      if (blocked || !isHoardingOver(holds, this.config.liveHoldsPerNetwork, factorOf(network))) return;
      await this.issues.closeIfOpen(tx, "network_hoarding", network);
    });
  }

  private async raiseIssue(tx: Tx, network: string, holds: UnsoldHolds): Promise<void> {
    const { held, paying } = holds;
    await this.issues.raise(tx, {
      kind: "network_hoarding",
      subject: network,
      facts: {
        network: networkLabel(network),
        stalls: hoardedStalls(holds),
        held,
        paying,
        endedUnsold: Math.floor(holds.ended),
      },
    });
  }

  private async endUnpaid(tx: Tx, network: string): Promise<EndedBookings> {
    const unpaid = await rows<{ id: string; stallKey: number; stallId: string; visitorId: string | null }>(
      tx,
      `SELECT b.id, s.stall_key AS "stallKey", s.stall_id AS "stallId", b.visitor_id AS "visitorId"
         FROM bookings b JOIN stalls s ON s.stall_key = b.stall_key
        WHERE b.networks && ARRAY[$1::text] AND ${livePurchase()} ORDER BY s.stall_key`,
      [network],
    );
    return this.operatorReleases.endUnpaid(tx, unpaid);
  }

  private holdsOf(network: string, counted: readonly CountedBooking[]): UnsoldHolds {
    const ofNetwork = counted.filter(({ networks }) => networks.includes(network));
    return {
      held: ofNetwork.filter(({ live }) => live === "held").length,
      paying: ofNetwork.filter(({ live }) => live === "paying").length,
      ended: ofNetwork.reduce((sum, booking) => sum + this.shareOf(booking), 0),
    };
  }

  /** Zero while it is live. */
  private shareOf({ live, reason, heldSeconds }: CountedBooking): number {
    return live === null ? unsoldShare(reason, heldSeconds, this.config.holdSeconds) : 0;
  }

  private triesFor({ counted, site }: NetworkState, networks: readonly string[]): number {
    const { liveHoldsPerNetwork: limit, heldSharePercent } = this.config;
    return Math.max(
      siteProofTries(site, heldSharePercent),
      ...networks.map((network) => proofTries(this.holdsOf(network, counted), limit, factorOf(network))),
    );
  }

  /** @param request without a visitor, all holds of the networks count; without a stall, no event's share does */
  private async state(
    { networks, visitorId, stall }: Partial<NetworkRequest> & Pick<NetworkRequest, "networks">,
    tx?: Tx,
  ): Promise<NetworkState> {
    const parameters = [networks, visitorId ?? null, stall?.eventId ?? null];
    const [found] =
      tx === undefined
        ? await this.database.queryAutocommit<NetworkRow>(STATE, parameters)
        : await rows<NetworkRow>(tx, STATE, parameters);
    if (found === undefined) throw new Error("an aggregate has one row");
    const { unsold, held, blocked, counted } = found;
    const isReplaced = ({ own, live, eventId }: CountedBooking): boolean =>
      visitorId !== undefined && own && live === "held" && eventId === stall?.eventId;
    return { counted: counted.filter((each) => !isReplaced(each)), site: { unsold, held }, blocked };
  }

  /** @returns the proof to consume; undefined if none is required */
  private async decide(state: NetworkState, request: NetworkRequest): Promise<Proof | undefined> {
    const { stall, proof, networks } = request;
    if (state.blocked) throw await this.blockedError();
    const ends = state.counted
      .filter(({ stallId, eventId, live }) => stallId === stall.stallId && eventId === stall.eventId && live === null)
      .map((each): UnsoldEnd => ({ share: this.shareOf(each), secondsAgo: each.secondsAgo }));
    const pause = stallPauseSeconds(ends);
    if (pause > 0) throw new DomainError("stall_paused", { retryAfterSeconds: pause });
    const needed = this.triesFor(state, networks);
    if (needed === 0) return undefined;
    if (proof === undefined || !proofSuffices(proof.tries, needed)) throw new DomainError("proof_required");
    return proof;
  }

  private async blockedError(): Promise<DomainError> {
    const { supportEmail: contact } = (await this.eventFacts.current()).organisation;
    return new DomainError("network_blocked", { contact }, `${ERROR_CODES.network_blocked.message} ${contact}`);
  }
}

function newHold(networks: readonly string[], stall: StallName): CountedBooking {
  return { networks, ...stall, own: true, live: "held", reason: "hold_expired", heldSeconds: 0, secondsAgo: 0 };
}

/** The digest of a network's id. */
function digestOf(network: string): string {
  return network.slice(network.indexOf(".") + 1);
}

function prefixOf(network: string): number | undefined {
  return Number.parseInt(network, 10) || undefined;
}

function factorOf(network: string): number {
  return networkFactor(prefixOf(network));
}

function lockKey(network: string): number {
  return Buffer.from(digestOf(network), "base64url").readInt32BE(0);
}

/** For example `n2Xk9-aQ (IPv6 /56)`. */
function networkLabel(network: string): string {
  const prefix = prefixOf(network);
  const label = digestOf(network).slice(0, 8);
  return prefix === undefined ? label : `${label} (${prefix > 32 ? "IPv6" : "IPv4"} /${prefix})`;
}

const inIndia = new Intl.DateTimeFormat("en-IN", {
  dateStyle: "long",
  timeStyle: "short",
  hourCycle: "h23",
  timeZone: "Asia/Kolkata",
});
