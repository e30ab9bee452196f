import { randomInt } from "node:crypto";
import { type BeforeApplicationShutdown, Injectable, Logger, Module, type OnApplicationShutdown } from "@nestjs/common";
import { proofSuffices } from "@sakhi/domain/bookings/live-holds.rules";
import { OWN_MAILS_PER_HOUR } from "@sakhi/domain/digest/digest.rules";
import { TESTS_PER_HOUR } from "@sakhi/domain/messages/message.rules";
import { limitProofTries } from "@sakhi/domain/site/limit-proof.rules";
import { Redis } from "ioredis";
import {
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterStoreAbstract,
} from "rate-limiter-flexible";
import { Config } from "../config/config.js";
import { Database } from "../database/database.js";
import { describeError, ThrottledLog } from "../log/log.js";
import { Counters, LIMIT_PROOFS } from "../metrics/counters.js";
import { Secrets } from "../secrets/secrets.js";
import { HttpError } from "./error-response.js";
import { type Network, NETWORK_FACTORS, networksOf } from "./networks.js";
import { type Proof, ProofOfWorkService, type ProofSubject } from "./proof-of-work.service.js";
import { currentRequest } from "./request-proofs.js";
import { SharedCounts, type UsedUp } from "./shared-counts.js";

const HOUR_SECONDS = 3600;

/** A limit of `points` uses in `seconds`. */
interface Limit {
  readonly points: number;
  readonly seconds: number;
  /**
   * What comes beyond the points (decision 91). `error`, only for what belongs to one: a visitor, an account, a booking,
   * an application, an order. `work` for whatever is counted by address, because many share one: a proof of work that
   * grows with the address's own use (domain: limit-proof.rules.ts), never an error for those who share it.
   */
  readonly beyond: "error" | "work";
  /** With `work`, maximum tries of the first proof and of the hardest, where they are not the usual ones. */
  readonly first?: number;
  readonly hardest?: number;
}

/** Price of answers that show strangers something about others: two minutes with bad luck on a low-end phone. */
const SENSITIVE = { first: 64, hardest: 2048 } as const;

/** Price of what fills another person's mailbox: two seconds on a phone at first, soon more than a flood is worth. */
const FLOODING = { first: 32, hardest: 8192 } as const;

/**
 * Every rate limit by name. A limit that ends in work counts each network of an address ({@link networksOf}): `points` are
 * those of a single address, wider networks have a multiple.
 */
export const RATE_LIMITS = {
  /** Holds of one visitor. */
  holds_per_visitor: { points: 30, seconds: HOUR_SECONDS, beyond: "error" },
  /** New visitors from one address: very loose, because a mobile carrier's phones share one. */
  visitors_per_address: { points: 3000, seconds: HOUR_SECONDS, beyond: "work" },
  /**
   * Registrations from one address with one e-mail address or phone number. Not counted by contact alone: strangers could
   * then lock a visitor out. MailService limits the mails that strangers can cause to be sent to an address.
   */
  registrations_per_email: { points: 10, seconds: HOUR_SECONDS, beyond: "work" },
  registrations_per_phone: { points: 10, seconds: HOUR_SECONDS, beyond: "work" },
  /** Wrong coupon codes from one address; guessing a code takes far more. */
  coupon_misses_per_address: { points: 300, seconds: HOUR_SECONDS, beyond: "work" },
  /** Payments started by one visitor with one phone number; another visitor's use of the number does not count. */
  initiates_per_phone: { points: 5, seconds: HOUR_SECONDS, beyond: "error" },
  /** Stall payments started from one address. */
  initiates_per_address: { points: 300, seconds: HOUR_SECONDS, beyond: "work" },
  /** Enquiries from one network with one e-mail address. */
  enquiries_per_email: { points: 5, seconds: HOUR_SECONDS, beyond: "work" },
  /** Enquiries from one address. */
  enquiries_per_address: { points: 60, seconds: HOUR_SECONDS, beyond: "work" },
  /** Enquiries from one network to one brand in a day, and to one that many networks write to. */
  enquiries_per_brand: { points: 10, seconds: 24 * HOUR_SECONDS, beyond: "work", ...FLOODING },
  enquiries_per_busy_brand: { points: 0, seconds: 24 * HOUR_SECONDS, beyond: "work", ...FLOODING },
  /** Checks of phone numbers for a free listing, each from one network: tight, so that numbers cannot be harvested. */
  verifications_per_visitor: { points: 10, seconds: HOUR_SECONDS, beyond: "error" },
  verifications_per_phone: { points: 10, seconds: HOUR_SECONDS, beyond: "work" },
  verifications_per_address: { points: 60, seconds: HOUR_SECONDS, beyond: "work" },
  /** Positive answers to browsers that do not hold the booking, from one address: two for a check and its claim. */
  strangers_verified_per_address: { points: 10, seconds: 24 * HOUR_SECONDS, beyond: "work", ...SENSITIVE },
  /** Free applications from one network with one e-mail address, and from one address. */
  applications_per_email: { points: 5, seconds: HOUR_SECONDS, beyond: "work" },
  applications_per_address: { points: 60, seconds: HOUR_SECONDS, beyond: "work" },
  /** Listing payments started from one network with one phone number, and from one address. */
  listing_initiates_per_phone: { points: 5, seconds: HOUR_SECONDS, beyond: "work" },
  listing_initiates_per_address: { points: 60, seconds: HOUR_SECONDS, beyond: "work" },
  /** Calls about an offered stall from one network: loose, because the page polls. */
  late_offers_per_address: { points: 1200, seconds: HOUR_SECONDS, beyond: "work" },
  /** Places on waiting lists taken from one address; a place is an open one of a person and type. */
  waiting_joins_per_address: { points: 20, seconds: HOUR_SECONDS, beyond: "work", ...SENSITIVE },
  /** Calls about a place: loose, because its page polls. */
  waiting_calls_per_address: { points: 1200, seconds: HOUR_SECONDS, beyond: "work" },
  /** Invalid booking links from one network. Limits the load; 256 bits cannot be guessed. */
  booking_link_misses_per_address: { points: 300, seconds: HOUR_SECONDS, beyond: "work" },
  /** Requests of a payer on the booking's page. */
  booking_requests_per_booking: { points: 10, seconds: HOUR_SECONDS, beyond: "error" },
  /** Moves that a holder makes or starts: each keeps a stall from others for some minutes. */
  booking_moves_per_booking: { points: 6, seconds: HOUR_SECONDS, beyond: "error" },
  /** A payer's own corrections of a booking: each can send a mail to a previous address. */
  booking_corrections_per_booking: { points: 10, seconds: HOUR_SECONDS, beyond: "error" },
  /** The same of a listing's address, by the browser that paid. */
  listing_corrections_per_application: { points: 10, seconds: HOUR_SECONDS, beyond: "error" },
  /** A holder's answers and files for what the event asks: a picture has up to 20 MB, a PDF up to 10. */
  papers_per_booking: { points: 60, seconds: HOUR_SECONDS, beyond: "error" },
  /** Booking pages opened without a link, by the browser that registered: each inserts a row. */
  booking_openings_per_order: { points: 30, seconds: HOUR_SECONDS, beyond: "error" },
  /**
   * Searches for a booking from one network: in total, per order number, and per e-mail address or phone number. Not
   * counted by order or contact alone: strangers could then lock a payer out.
   */
  booking_searches_per_address: { points: 60, seconds: HOUR_SECONDS, beyond: "work" },
  booking_searches_per_order: { points: 5, seconds: HOUR_SECONDS, beyond: "work" },
  booking_searches_per_contact: { points: 5, seconds: HOUR_SECONDS, beyond: "work" },
  /** Links mailed to a booking's address by searches from any network. */
  booking_links_per_booking: { points: 5, seconds: HOUR_SECONDS, beyond: "error" },
  /** As for bookings: wrong links and searches by owners of listings, links mailed to one, saved drafts of one. */
  brand_link_misses_per_address: { points: 300, seconds: HOUR_SECONDS, beyond: "work" },
  brand_searches_per_address: { points: 60, seconds: HOUR_SECONDS, beyond: "work" },
  brand_searches_per_contact: { points: 5, seconds: HOUR_SECONDS, beyond: "work" },
  brand_links_per_application: { points: 5, seconds: HOUR_SECONDS, beyond: "error" },
  /** Pages opened without a link, by the browser that applied: each inserts a row. */
  brand_openings_per_application: { points: 30, seconds: HOUR_SECONDS, beyond: "error" },
  brand_saves_per_application: { points: 2000, seconds: HOUR_SECONDS, beyond: "error" },
  brand_sends_per_application: { points: 30, seconds: HOUR_SECONDS, beyond: "error" },
  /** Choices about messages by WhatsApp, and of the language of mails, on one person's page. */
  whatsapp_choices_per_subject: { points: 30, seconds: HOUR_SECONDS, beyond: "error" },
  /** Files of events that one operator uploads. */
  event_files_per_administrator: { points: 60, seconds: HOUR_SECONDS, beyond: "error" },
  /** Test mails of a message that one administrator sends. */
  message_tests_per_administrator: { points: TESTS_PER_HOUR, seconds: HOUR_SECONDS, beyond: "error" },
  /** Links that confirm an administrator's address, and her digests "now". */
  own_mails_per_administrator: { points: OWN_MAILS_PER_HOUR, seconds: HOUR_SECONDS, beyond: "error" },
  /** Wrong or used links to choose an administrator's password, from one network. 256 bits cannot be guessed. */
  invitation_misses_per_address: { points: 60, seconds: HOUR_SECONDS, beyond: "work" },
  /** Calls with one access token; a call that it may not make counts too. */
  calls_per_access_token: { points: 1200, seconds: HOUR_SECONDS, beyond: "error" },
  /** Stalls that one account reserves at the gate. */
  walk_ins_per_administrator: { points: 60, seconds: HOUR_SECONDS, beyond: "error" },
  /** Calls of one account at the gate: each of its phones asks every ten seconds, and sends ticks. */
  gate_calls_per_administrator: { points: 20_000, seconds: HOUR_SECONDS, beyond: "error" },
  /** Uploads of pictures started for one brand: it has up to 62, and tries some twice. */
  picture_uploads_per_subject: { points: 200, seconds: HOUR_SECONDS, beyond: "error" },
  /** Uploads started from one address, of papers too. */
  picture_uploads_per_address: { points: 600, seconds: HOUR_SECONDS, beyond: "work" },
  /** Wrong passwords of unknown browsers from one address, for any account: high, because an office shares one. */
  login_failures_per_address: { points: 300, seconds: HOUR_SECONDS, beyond: "work" },
} as const satisfies Readonly<Record<string, Limit>>;

/** Name of a limit. */
type RateLimit = keyof typeof RATE_LIMITS;
/** Limits that end so. */
type Beyond<End extends Limit["beyond"]> = {
  [Name in RateLimit]: (typeof RATE_LIMITS)[Name]["beyond"] extends End ? Name : never;
}[RateLimit];
type PerAddress = Extract<RateLimit, `${string}_per_address`>;

/** Challenges at a time for browsers of one network without a visitor's cookie. */
const CHALLENGES_WITHOUT_COOKIE = 8;

/**
 * Limits of calls that thousands make at once: counted in memory and flushed to PostgreSQL in batches. The others, which
 * prevent guessing and unwanted mail, are counted one by one.
 */
const COUNTED_IN_BATCHES: ReadonlySet<RateLimit> = new Set([
  "holds_per_visitor",
  "visitors_per_address",
  "registrations_per_email",
  "registrations_per_phone",
  "initiates_per_phone",
  "initiates_per_address",
] as const);

/** One use of a limit: counted by what belongs to one person, or by address, which ends in work. */
export type RateUse =
  | { readonly limit: Beyond<"error">; readonly by: string; readonly address?: undefined }
  /** @property by the address */
  | { readonly limit: Beyond<"work"> & PerAddress; readonly by: string; readonly address?: undefined }
  /** Counts `by` separately for each network of this address. */
  | { readonly limit: Exclude<Beyond<"work">, PerAddress>; readonly by: string; readonly address: string };

/** A counter of a use: one, or one for each network of its address. */
interface Counter {
  readonly limit: RateLimit;
  readonly key: string;
  readonly points: number;
  /** The narrowest network of the use, and what proofs for it are bound to. */
  readonly source: Source;
}

interface Source {
  readonly network: string;
  readonly about: string;
}

/** A counter beyond its points. */
interface Exceeded extends UsedUp {
  readonly counter: Counter;
}

/** A query of rate-limiter-flexible. */
interface Query {
  readonly text: string;
  readonly values: unknown[];
}

/**
 * Rate limits shared by all api processes, counted in Redis if configured, otherwise in PostgreSQL. Fails open: requests
 * pass while the store fails. Keys are stored as keyed digests, so no address or phone number is stored. See
 * {@link SharedCounts} for the accuracy of batched limits.
 */
@Injectable()
export class RateLimits implements BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly log = new ThrottledLog(new Logger("RateLimits"));
  private readonly redis: Redis | undefined;
  /** One for each limit and number of points. */
  private readonly limiters: ReadonlyMap<string, RateLimiterStoreAbstract>;
  /** Undefined with Redis, which is fast enough to count every use. */
  private readonly counts: SharedCounts | undefined;

  constructor(
    config: Config,
    database: Database,
    private readonly secrets: Secrets,
    private readonly proofs: ProofOfWorkService,
    private readonly metrics: Counters,
  ) {
    this.redis = config.rateLimits && config.redisUrl !== undefined ? connect(config.redisUrl) : undefined;
    this.counts = config.rateLimits && this.redis === undefined ? new SharedCounts(database) : undefined;
    const names = config.rateLimits ? (Object.keys(RATE_LIMITS) as RateLimit[]) : [];
    this.limiters = new Map(
      names.flatMap((name) =>
        NETWORK_FACTORS.map((factor) => {
          const points = RATE_LIMITS[name].points * factor;
          return [limiterName(name, points), limiterFor(name, points, this.redis, database)] as const;
        }),
      ),
    );
  }

  /**
   * Counts one use of each given limit, all or none. Beyond a limit that ends in work, one of the request's proofs is
   * spent; for all limits of one call together, so that a client solves one challenge for a request.
   *
   * @returns a function that undoes the uses and gives the proof back, for an action that failed
   * @throws HttpError rate_limited with Retry-After in seconds; proof_required with the challenge
   */
  async use(...uses: readonly RateUse[]): Promise<() => Promise<void>> {
    const counted: Counter[] = [];
    const exceeded: Exceeded[] = [];
    const undo = async (): Promise<void> => {
      for (const counter of counted) await this.reward(counter);
    };
    for (const counter of uses.flatMap((use) => this.countersOf(use))) {
      const ends = RATE_LIMITS[counter.limit].beyond;
      const usedUp = await this.consume(counter);
      // The limiters count refused uses too; the batched counts do not.
      if (usedUp === undefined || ends === "work" || this.batched(counter) === undefined) counted.push(counter);
      if (usedUp === undefined) continue;
      if (ends === "work") {
        exceeded.push({ counter, ...usedUp });
        continue;
      }
      await undo();
      const seconds = Math.max(1, Math.ceil(usedUp.msLeft / 1000));
      throw new HttpError("rate_limited", { retryAfterSeconds: seconds }, { "retry-after": String(seconds) });
    }
    try {
      const giveBack = await this.work(exceeded);
      return async () => {
        await undo();
        await giveBack();
      };
    } catch (error) {
      await undo();
      throw error;
    }
  }

  /** Counts one use of a limit, unless it is used up. @returns whether it is: for what is then done in another way */
  async isBeyond(use: RateUse): Promise<boolean> {
    const counters = this.countersOf(use);
    let beyond = false;
    for (const counter of counters) if ((await this.consume(counter)) !== undefined) beyond = true;
    if (beyond) for (const counter of counters) await this.reward(counter);
    return beyond;
  }

  /**
   * Spends a proof that is hard enough for all exceeded limits.
   *
   * @returns a function that gives it back
   * @throws HttpError proof_required with the challenge of the most expensive limit
   */
  private async work(exceeded: readonly Exceeded[]): Promise<() => Promise<void>> {
    const prices = exceeded.map((each) => ({ ...each, tries: priceOf(each) }));
    const [dearest] = prices.toSorted((one, other) => other.tries - one.tries);
    if (dearest === undefined) return () => Promise.resolve();
    const { tries, counter } = dearest;
    const request = currentRequest();
    const subjects = exceeded.map((each) => this.subjectOf(each.counter));
    // One proof of a request pays for everything that it does.
    if (request !== undefined && request.paid > 0 && proofSuffices(request.paid, tries)) return () => Promise.resolve();
    for (const text of request?.proofs ?? []) {
      const proof = await this.readAny(text, subjects);
      if (proof === undefined || !proofSuffices(proof.tries, tries) || !(await this.proofs.spend(undefined, proof)))
        continue;
      const before = request?.paid ?? 0;
      if (request !== undefined) request.paid = Math.max(before, proof.tries);
      this.metrics.count(LIMIT_PROOFS, { limit: counter.limit, outcome: "solved" });
      return async () => {
        if (request !== undefined) request.paid = before;
        await this.proofs.giveBack(proof);
      };
    }
    const challenge = await this.proofs.challenge(this.subjectOf(counter), tries);
    this.metrics.count(LIMIT_PROOFS, { limit: counter.limit, outcome: "asked" });
    throw new HttpError("proof_required", { challenge });
  }

  private async readAny(text: string, subjects: readonly ProofSubject[]): Promise<Proof | undefined> {
    for (const subject of subjects) {
      const proof = await this.proofs.read(text, subject);
      if (proof !== undefined) return proof;
    }
    return undefined;
  }

  /**
   * One challenge for each visitor: anyone who shares one and is faster spends it. Browsers without a cookie share a few, so
   * that requests without one do not occupy the processor.
   */
  private subjectOf({ limit, source: { network, about } }: Counter): ProofSubject {
    const sharedBy = currentRequest()?.visitorId() ?? `nobody ${randomInt(CHALLENGES_WITHOUT_COOKIE)}`;
    return { data: { purpose: limit, about }, queue: `network ${network}`, sharedBy };
  }

  /** True if uses are counted now: limits are on, and Redis, if configured, is connected. */
  isCounting(): boolean {
    return this.limiters.size > 0 && (this.redis === undefined || this.redis.status === "ready");
  }

  /** Flushes before the database is closed. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.counts?.flush();
  }

  onApplicationShutdown(): void {
    this.redis?.disconnect();
  }

  /** Counts a use; one beyond a limit that refuses perhaps not. @returns undefined if it is within the limit */
  private async consume(counter: Counter): Promise<UsedUp | undefined> {
    const { limit, key, points } = counter;
    const counts = this.batched(counter);
    if (counts !== undefined) {
      const usedUp = await counts.use(batchKey(counter), points, RATE_LIMITS[limit].seconds);
      if (usedUp !== undefined && RATE_LIMITS[limit].beyond === "work") counts.add(batchKey(counter), 1);
      return usedUp;
    }
    try {
      await this.limiters.get(limiterName(limit, points))?.consume(key);
    } catch (error) {
      if (error instanceof RateLimiterRes) return { used: error.consumedPoints, msLeft: error.msBeforeNext };
      this.logFailure(error);
    }
    return undefined;
  }

  private async reward(counter: Counter): Promise<void> {
    const counts = this.batched(counter);
    if (counts !== undefined) {
      counts.add(batchKey(counter), -1);
      return;
    }
    try {
      await this.limiters.get(limiterName(counter.limit, counter.points))?.reward(counter.key);
    } catch (error) {
      this.logFailure(error);
    }
  }

  private countersOf({ limit, by, address }: RateUse): Counter[] {
    const { points, beyond } = RATE_LIMITS[limit];
    const digest = (text: string): string => this.secrets.digest("rate-limit", `${limit} ${text}`);
    if (beyond === "error") return [{ limit, key: digest(by), points, source: { network: "", about: "" } }];
    const networks = networksOf(address ?? by);
    const textOf = ({ name }: Network): string => (address === undefined ? name : `${by} ${name}`);
    const source = { network: networks[0].name, about: digest(textOf(networks[0])) };
    return networks.map((network) => ({
      ...{ limit, source },
      key: digest(textOf(network)),
      points: points * network.factor,
    }));
  }

  /** The batched counts, if the limit uses them. */
  private batched({ limit }: Counter): SharedCounts | undefined {
    return COUNTED_IN_BATCHES.has(limit) ? this.counts : undefined;
  }

  private logFailure(failure: unknown): void {
    this.log.warn(`Rate limits are not enforced: their store fails with ${describeError(failure)}.`);
  }
}

function priceOf({ counter: { limit, points }, used }: Exceeded): number {
  const { first, hardest }: Limit = RATE_LIMITS[limit];
  return limitProofTries(used, points, first, hardest);
}

function limiterName(limit: RateLimit, points: number): string {
  return `${limit} ${points}`;
}

/** The key in the table that all limiters share. */
function batchKey({ limit, key }: Counter): string {
  return `${limit}:${key}`;
}

function connect(url: string): Redis {
  // No offline queue and no command retries: visitors must not wait for a store that only counts.
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    commandTimeout: 1_000,
  });
  // Commands report failures; without a listener the client would print each one.
  redis.on("error", () => undefined);
  return redis;
}

function limiterFor(
  name: RateLimit,
  points: number,
  redis: Redis | undefined,
  database: Database,
): RateLimiterStoreAbstract {
  const { seconds } = RATE_LIMITS[name];
  const options = { keyPrefix: name, points, duration: seconds };
  if (redis !== undefined) {
    return new RateLimiterRedis({ ...options, storeClient: redis, rejectIfRedisNotReady: true });
  }
  const client = {
    async query({ text, values }: Query): Promise<{ rows: unknown[]; rowCount: number }> {
      const found = await database.query<unknown>(text, values);
      return { rows: found, rowCount: found.length };
    },
  };
  return new RateLimiterPostgres({
    ...options,
    storeClient: client,
    storeType: "client",
    tableName: "rate_limits",
    // Created by our migration.
    tableCreated: true,
    // All limits share the table: one of them deletes expired rows.
    clearExpiredByTimeout:
      name === "login_failures_per_address" && points === RATE_LIMITS.login_failures_per_address.points,
  });
}

/** Rate limits shared by all api processes. */
@Module({ providers: [ProofOfWorkService, RateLimits], exports: [ProofOfWorkService, RateLimits] })
export class RateLimitsModule {}
