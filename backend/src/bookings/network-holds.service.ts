import { Injectable } from "@nestjs/common";
import {
  callProofTries,
  endedByVisitor,
  FIRST_PROOF_TRIES,
  hoardedStalls,
  hoardingHolds,
  type HoldCalls,
  holdPoints,
  isHoardingOver,
  looksLikeCrowd,
  looksLikeHoarding,
  NETWORK_BLOCK_HOURS,
  proofSuffices,
  proofTries,
  siteProofTries,
  stallPausedMessage,
  stallPause,
  UNSOLD_SECONDS,
  type UnsoldEnds,
  type UnsoldHolds,
  unsoldShare,
  withOneMore,
} from "@sakhi/domain/bookings/live-holds.rules";
import { DomainError, ERROR_CODES } from "@sakhi/domain/errors/error-codes";
import { indianMoment } from "@sakhi/domain/events/indian-time";
import { EventFactsService } from "../events/event-facts.service.js";
import { IssuesService } from "../issues/issues.service.js";
import { Config } from "../platform/config/config.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import type { Statement } from "../platform/database/statements.js";
import { networkFactor, networksOf } from "../platform/http/networks.js";
import { ProofOfWorkService, type Proof } from "../platform/http/proof-of-work.service.js";
import { visitorSince } from "../platform/http/visitor-cookie.js";
import { Secrets } from "../platform/secrets/secrets.js";
import { liveHold, livePurchase } from "../stalls/live-bookings.sql.js";
import type { StallRef } from "../stalls/stalls.service.js";
import { BookingEntity } from "./bookings.entities.js";
import {
  BLOCKED,
  BLOCKS_OF_NETWORK,
  STATE,
  type CountedHolds,
  type NetworkRow,
  type NetworkState,
} from "./network-holds.sql.js";
import { type EndedBookings, OperatorReleasesService, type UnpaidBooking } from "./operator-releases.service.js";
import { SiteHoldsService } from "./site-holds.service.js";

/** Namespace of the networks' advisory locks; the second key is 32 bits of the network's digest. */
const LOCKS = 16_000;
const LOCK: Statement = {
  name: "lock_networks",
  text: "SELECT pg_advisory_xact_lock($1, key) FROM unnest($2::int[]) AS key",
};

const IS_BLOCKED: Statement = { name: "is_blocked", text: `SELECT ${BLOCKED} AS blocked` };

/** The part of a reserve request that the network check needs. */
export interface NetworkRequest {
  /** The networks of the visitor's address, the narrowest first ({@link NetworkHoldsService.idsOf}). */
  readonly networks: readonly string[];
  /** The visitor, whose other hold of the event is replaced and so does not count. */
  readonly visitorId: string | undefined;
  readonly stall: StallRef;
  readonly proof: Proof | undefined;
  /** The stall is added to her hold, which it replaces otherwise. */
  readonly adds?: boolean;
}

/** Whom "Release all and block" blocks: everyone behind the network, or only the browsers whose holds it ends. */
export type Blocked = "network" | "visitors";

/** Result of releasing and blocking a network. */
export interface NetworkReleased extends EndedBookings {
  readonly blockedUntil: Date;
  /** Number of blocked browsers; undefined if the network is blocked. */
  readonly browsers: number | undefined;
}

/** What releasing a network would hit now. */
export interface NetworkHit extends UnsoldHolds {
  /** Different visitors of the live ones. */
  readonly visitors: number;
  /** Live ones that are registered. */
  readonly registered: number;
  /** Stalls sold to the network in the last day. */
  readonly sold: number;
}

/** A network of a booking, for operators. */
export interface NetworkDetails extends NetworkHit {
  /** Short display form: distinguishes networks without identifying anyone. */
  readonly label: string;
  /** Length of its prefix in bits; undefined if its address was not an IP address. */
  readonly prefix: number | undefined;
  readonly blocked: boolean;
}

/** Permission to hold a stall. */
export interface Admission {
  /** A proof of work was required, and consumed. */
  readonly proven: boolean;
  /** What the networks and the event had before; undefined if limits are off. */
  readonly before: NetworkState | undefined;
}

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
    private readonly siteHolds: SiteHoldsService,
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
    await rows(tx, LOCK, [LOCKS, keys]);
  }

  /** Reads what decides about the hold, for {@link admit}. The caller holds the network's lock. @returns undefined if limits are off */
  async stateIn(tx: Tx, request: NetworkRequest): Promise<NetworkState | undefined> {
    return this.config.rateLimits ? this.state(request, tx) : undefined;
  }

  /**
   * Checks whether the network may hold this stall; consumes its proof of work if one is required. The caller holds the
   * network's lock, and calls {@link raiseIssueIfHoarding} once the stall is held.
   *
   * @param before from {@link stateIn}
   * @throws DomainError network_blocked, stall_paused, proof_required
   */
  async admit(tx: Tx, request: NetworkRequest, before: NetworkState | undefined): Promise<Admission> {
    if (before === undefined) return { proven: false, before };
    const proof = await this.decide(before, request);
    if (proof !== undefined && !(await this.proofOfWork.spend(tx, proof))) throw new DomainError("proof_required");
    return { proven: proof !== undefined, before };
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
    return Math.max(this.triesFor(await this.state(request), request), FIRST_PROOF_TRIES);
  }

  /**
   * Refuses a blocked network or browser to register or to pay.
   *
   * @param networks of the visitor's address, and those that the stall was reserved from
   * @param tx to check in a transaction, with its other statements
   * @throws DomainError network_blocked with `contact`
   */
  async assertNotBlocked(networks: readonly string[], visitorId: string | undefined, tx?: Tx): Promise<void> {
    if (networks.length === 0) return;
    const values = [networks, visitorId ?? null];
    const [found] = await (tx === undefined
      ? this.database.queryAutocommit<{ blocked: boolean }>(IS_BLOCKED, values)
      : rows<{ blocked: boolean }>(tx, IS_BLOCKED, values));
    if (found?.blocked === true) throw await this.blockedError();
  }

  /**
   * Raises an issue about the narrowest network of the request, which now holds one more, that keeps many unpaid stalls;
   * and one about the event, of which one more stall is held.
   */
  async raiseIssueIfHoarding(tx: Tx, request: NetworkRequest, { before }: Admission): Promise<void> {
    if (before === undefined) return;
    const { networks } = request;
    const counted = [...before.counted, newHold(networks)];
    await this.raiseIfCrowd(tx, request, before);
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

  private async raiseIfCrowd(tx: Tx, { networks, stall }: NetworkRequest, before: NetworkState): Promise<void> {
    const { site, counted, crowdReported } = before;
    if (crowdReported) return;
    const own = counted.filter((each) => each.live !== null && each.ofEvent && each.networks[0] === networks[0]);
    const now = withOneMore(
      site,
      own.reduce((sum, { holds }) => sum + holds, 0),
      this.config.liveHoldsPerNetwork,
    );
    if (!looksLikeCrowd(now)) return;
    await this.siteHolds.raiseIssue(tx, stall.eventId, now);
  }

  /**
   * Ends every unpaid hold of the network, registered and paying ones too, and rejects the reserves, registrations and
   * payments of `whom` for 24 hours. A paying booking becomes free once the provider's result is final; if the money comes
   * before, it is sold. Raises the issue if there is none; it stays open until the block is ended or expires.
   */
  async releaseAndBlock(tx: Tx, network: string, whom: Blocked): Promise<NetworkReleased> {
    await this.lock(tx, [network]);
    const { counted } = await this.state({ networks: [network] }, tx);
    const unpaid = await this.unpaidOf(tx, network);
    const visitors = [...new Set(unpaid.flatMap(({ visitorId }) => visitorId ?? []))];
    const blocks = whom === "network" ? [network] : visitors.map((visitorId) => `visitor.${visitorId}`);
    await tx.query(
      `INSERT INTO network_blocks (network, expires_at)
       SELECT blocked, clock_timestamp() + make_interval(hours => $2) FROM unnest($1::text[]) AS blocked
       ON CONFLICT (network) DO UPDATE SET blocked_at = clock_timestamp(), expires_at = EXCLUDED.expires_at`,
      [blocks, NETWORK_BLOCK_HOURS],
    );
    const [until] = await rows<{ at: Date }>(tx, "SELECT clock_timestamp() + make_interval(hours => $1) AS at", [
      NETWORK_BLOCK_HOURS,
    ]);
    if (until === undefined) throw new Error("the clock does not answer");
    await this.raiseIssue(tx, network, this.holdsOf(network, counted));
    const ended = await this.operatorReleases.endUnpaid(tx, unpaid);
    await this.issues.addDetails(tx, "network_hoarding", network, {
      blockedUntil: indianMoment(until.at, "minute"),
      blocked:
        whom === "network"
          ? "everyone at this network"
          : blocks.length === 1
            ? "1 browser"
            : `${blocks.length} browsers`,
    });
    return { ...ended, blockedUntil: until.at, browsers: whom === "network" ? undefined : blocks.length };
  }

  /** Unblocks the network, and the browsers that were blocked because of it. @returns false if nothing was blocked */
  async unblock(tx: Tx, network: string): Promise<boolean> {
    await this.lock(tx, [network]);
    const ended = await rows(tx, `DELETE FROM network_blocks WHERE ${BLOCKS_OF_NETWORK} RETURNING network`, [network]);
    return ended.length > 0;
  }

  /** What releasing the network would end now, and what was sold to it: an office or a crowd? */
  async hitNow(network: string): Promise<NetworkHit> {
    const { counted } = await this.state({ networks: [network] });
    const [found] = await this.database.query<Pick<NetworkHit, "visitors" | "registered" | "sold">>(
      `SELECT count(DISTINCT visitor_id) FILTER (WHERE ${livePurchase()})::int AS visitors,
              count(*) FILTER (WHERE ${liveHold()} AND state = 'registered')::int AS registered,
              count(*) FILTER (WHERE state = 'sold')::int AS sold
         FROM bookings b WHERE networks && ARRAY[$1::text]`,
      [network],
    );
    if (found === undefined) throw new Error("an aggregate has one row");
    const { held, paying, ended } = this.holdsOf(network, counted);
    return { held, paying, ended, ...found };
  }

  /** The networks that a booking was reserved from, the narrowest first; none if they are unknown or forgotten. */
  async ofBooking({ networks }: Pick<BookingEntity, "networks">): Promise<NetworkDetails[]> {
    if (networks.length === 0) return [];
    const blocked = await this.database.query<{ network: string }>(
      "SELECT network FROM network_blocks WHERE network = ANY ($1::text[]) AND expires_at > clock_timestamp()",
      [networks],
    );
    return Promise.all(
      networks.map(async (network) => ({
        ...(await this.hitNow(network)),
        label: networkLabel(network),
        prefix: prefixOf(network),
        blocked: blocked.some((each) => each.network === network),
      })),
    );
  }

  /**
   * Cleanup by the sweep: closes the issues of networks that no longer hoard, and deletes expired proofs, expired
   * blocks, and the networks of bookings that ended a day ago.
   */
  async cleanUp(): Promise<void> {
    for (const { kind, subject } of await this.issues.open()) {
      if (kind === "network_hoarding") await this.closeIfOver(subject);
      if (kind === "stalls_held_unpaid") await this.siteHolds.closeIfOver(subject);
    }
    await this.proofOfWork.forgetExpired();
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
      const { counted } = await this.state({ networks: [network] }, tx);
      const holds = this.holdsOf(network, counted);
      const blocks = await rows(tx, `SELECT FROM network_blocks WHERE ${BLOCKS_OF_NETWORK} LIMIT 1`, [network]);
      if (blocks.length > 0 || !isHoardingOver(holds, this.config.liveHoldsPerNetwork, factorOf(network))) return;
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

  /** The network's unpaid bookings, by stall. */
  private unpaidOf(tx: Tx, network: string): Promise<UnpaidBooking[]> {
    return rows<UnpaidBooking>(
      tx,
      `SELECT b.id, s.stall_key AS "stallKey", s.stall_id AS "stallId", b.visitor_id AS "visitorId"
         FROM bookings b JOIN stalls s ON s.stall_key = b.stall_key
        WHERE b.networks && ARRAY[$1::text] AND ${livePurchase()} ORDER BY s.stall_key`,
      [network],
    );
  }

  private holdsOf(network: string, counted: readonly CountedHolds[]): UnsoldHolds & HoldCalls {
    const ofNetwork = counted.filter(({ networks }) => networks.includes(network));
    const sum = (of: readonly CountedHolds[], figure: (each: CountedHolds) => number): number =>
      of.reduce((total, each) => total + figure(each), 0);
    const live = (state: CountedHolds["live"]): CountedHolds[] => ofNetwork.filter((each) => each.live === state);
    const [held, paying] = [sum(live("held"), ({ holds }) => holds), sum(live("paying"), ({ holds }) => holds)];
    return {
      held,
      paying,
      ended: sum(live(null), (each) => this.shareOf(each)),
      points: held + paying + sum(live(null), (each) => holdPoints(this.shareOf(each), each.holds)),
    };
  }

  private shareOf({ reason, heldSeconds, holds }: CountedHolds): number {
    return unsoldShare(reason, heldSeconds, this.config.holdSeconds, holds);
  }

  /**
   * A browser whose cookie is older than everything that its network is counted for is not asked for work because of the
   * number of reserves: that was somebody else. For unpaid stalls an old cookie is worth nothing, anyone can keep a stock.
   */
  private triesFor({ counted, site }: NetworkState, { networks, visitorId }: NetworkRequest): number {
    const since = visitorId === undefined ? undefined : visitorSince(visitorId);
    const knownSeconds = since === undefined ? 0 : (Date.now() - since.getTime()) / 1000;
    const isKnown = (network: string): boolean =>
      counted.every((each) => !each.networks.includes(network) || each.firstSecondsAgo < knownSeconds);
    const { liveHoldsPerNetwork: limit, heldSharePercent } = this.config;
    const tries = networks.flatMap((network) => {
      const [holds, factor] = [this.holdsOf(network, counted), factorOf(network)];
      return [
        proofTries(holds, limit, factor),
        siteProofTries(site, heldSharePercent, holds, factor),
        isKnown(network) ? 0 : callProofTries(holds, factor),
      ];
    });
    return Math.max(0, ...tries);
  }

  /** @param request without a visitor, all holds of the networks count; without a stall, no event's share does */
  private async state(
    { networks, visitorId, stall, adds = false }: Partial<NetworkRequest> & Pick<NetworkRequest, "networks">,
    tx?: Tx,
  ): Promise<NetworkState> {
    const parameters = [
      networks,
      visitorId ?? null,
      stall?.eventId ?? null,
      stall?.stallId ?? null,
      this.config.holdSeconds,
      hoardingHolds(this.config.liveHoldsPerNetwork),
      adds,
    ];
    const [found] =
      tx === undefined
        ? await this.database.queryAutocommit<NetworkRow>(STATE, parameters)
        : await rows<NetworkRow>(tx, STATE, parameters);
    if (found === undefined) throw new Error("an aggregate has one row");
    const { blocked, counted, crowdReported, ...site } = found;
    const isReplaced = ({ own, live, ofEvent }: CountedHolds): boolean =>
      !adds && visitorId !== undefined && own && live === "held" && ofEvent;
    return { counted: counted.filter((each) => !isReplaced(each)), site, crowdReported, blocked };
  }

  /** @returns the proof to consume; undefined if none is required */
  private async decide(state: NetworkState, request: NetworkRequest): Promise<Proof | undefined> {
    const { visitorId, proof, networks } = request;
    if (state.blocked) throw await this.blockedError();
    const ends = state.counted.filter(
      ({ ofStall, live, reason }) => ofStall && live === null && endedByVisitor(reason),
    );
    const shares = (of: readonly CountedHolds[]): UnsoldEnds[] =>
      of.map((each) => ({ share: this.shareOf(each), ...each }));
    const [address] = networks;
    const pause = stallPause(
      visitorId === undefined ? [] : shares(ends.filter(({ own }) => own)),
      shares(ends.filter((each) => each.networks[0] === address)),
    );
    if (pause.seconds > 0) {
      throw new DomainError("stall_paused", { retryAfterSeconds: pause.seconds }, stallPausedMessage(pause));
    }
    const needed = this.triesFor(state, request);
    if (needed === 0) return undefined;
    if (proof === undefined || !proofSuffices(proof.tries, needed)) throw new DomainError("proof_required");
    return proof;
  }

  private async blockedError(): Promise<DomainError> {
    const { supportEmail: contact } = (await this.eventFacts.current()).organisation;
    return new DomainError("network_blocked", { contact }, `${ERROR_CODES.network_blocked.message} ${contact}`);
  }
}

function newHold(networks: readonly string[]): CountedHolds {
  const nothing = {
    reason: "hold_expired",
    heldSeconds: 0,
    longestSeconds: 0,
    secondsAgo: 0,
    firstSecondsAgo: 0,
  } as const;
  return { networks, own: true, ofEvent: true, ofStall: true, live: "held", holds: 1, ...nothing };
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
