import { type BeforeApplicationShutdown, Injectable, Logger, Module, type OnApplicationShutdown } from "@nestjs/common";
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
import { Secrets } from "../secrets/secrets.js";
import { HttpError } from "./error-response.js";
import { NETWORK_FACTORS, networksOf } from "./networks.js";
import { ProofOfWorkService } from "./proof-of-work.service.js";
import { SharedCounts } from "./shared-counts.js";

const HOUR_SECONDS = 3600;

/**
 * Every rate limit by name: `points` uses in `seconds`. A limit that counts by address ({@link RateUse}) counts each of
 * its networks ({@link networksOf}): `points` are those of a single address, wider networks have a multiple. Limits per
 * address are loose because many phones share one address.
 */
export const RATE_LIMITS = {
  /** Holds of one visitor. */
  holds_per_visitor: { points: 30, seconds: HOUR_SECONDS },
  /** New visitors from one address: very loose, because a mobile carrier's phones share one. */
  visitors_per_address: { points: 3000, seconds: HOUR_SECONDS },
  /**
   * Registrations from one address with one e-mail address or phone number. Not counted by contact alone: strangers could
   * then lock a visitor out. MailService limits the mails that strangers can cause to be sent to an address.
   */
  registrations_per_email: { points: 10, seconds: HOUR_SECONDS },
  registrations_per_phone: { points: 10, seconds: HOUR_SECONDS },
  /** Wrong coupon codes from one address; guessing a code takes far more. */
  coupon_misses_per_address: { points: 300, seconds: HOUR_SECONDS },
  /** Payments started by one visitor with one phone number; another visitor's use of the number does not count. */
  initiates_per_phone: { points: 5, seconds: HOUR_SECONDS },
  /** Stall payments started from one address. */
  initiates_per_address: { points: 300, seconds: HOUR_SECONDS },
  /** Enquiries from one network with one e-mail address. */
  enquiries_per_email: { points: 5, seconds: HOUR_SECONDS },
  /** Enquiries from one address. */
  enquiries_per_address: { points: 60, seconds: HOUR_SECONDS },
  /** Enquiries from one network to one brand. */
  enquiries_per_brand: { points: 10, seconds: HOUR_SECONDS },
  /** Checks of phone numbers for a free listing, each from one network: tight, so that numbers cannot be harvested. */
  verifications_per_visitor: { points: 10, seconds: HOUR_SECONDS },
  verifications_per_phone: { points: 10, seconds: HOUR_SECONDS },
  verifications_per_address: { points: 60, seconds: HOUR_SECONDS },
  /** Positive answers to browsers that do not hold the booking, from one address: two for a check and its claim. */
  strangers_verified_per_address: { points: 10, seconds: 24 * HOUR_SECONDS },
  /** Free applications from one network with one e-mail address, and from one address. */
  applications_per_email: { points: 5, seconds: HOUR_SECONDS },
  applications_per_address: { points: 60, seconds: HOUR_SECONDS },
  /** Listing payments started from one network with one phone number, and from one address. */
  listing_initiates_per_phone: { points: 5, seconds: HOUR_SECONDS },
  listing_initiates_per_address: { points: 60, seconds: HOUR_SECONDS },
  /** Calls about an offered stall from one network: loose, because the page polls. */
  late_offers_per_address: { points: 1200, seconds: HOUR_SECONDS },
  /** Invalid booking links from one network. Limits the load; 256 bits cannot be guessed. */
  booking_link_misses_per_address: { points: 300, seconds: HOUR_SECONDS },
  /** Requests of a payer on the booking's page. */
  booking_requests_per_booking: { points: 10, seconds: HOUR_SECONDS },
  /** A payer's own corrections of a booking: each can send a mail to a previous address. */
  booking_corrections_per_booking: { points: 10, seconds: HOUR_SECONDS },
  /** The same of a listing's address, by the browser that paid. */
  listing_corrections_per_application: { points: 10, seconds: HOUR_SECONDS },
  /** A holder's answers and files for what the event asks: a file has up to 5 MB. */
  papers_per_booking: { points: 60, seconds: HOUR_SECONDS },
  /** Booking pages opened without a link, by the browser that registered: each inserts a row. */
  booking_openings_per_order: { points: 30, seconds: HOUR_SECONDS },
  /**
   * Searches for a booking from one network: in total, per order number, and per e-mail address or phone number. Not
   * counted by order or contact alone: strangers could then lock a payer out.
   */
  booking_searches_per_address: { points: 60, seconds: HOUR_SECONDS },
  booking_searches_per_order: { points: 5, seconds: HOUR_SECONDS },
  booking_searches_per_contact: { points: 5, seconds: HOUR_SECONDS },
  /** Links mailed to a booking's address by searches from any network. */
  booking_links_per_booking: { points: 5, seconds: HOUR_SECONDS },
  /** As for bookings: wrong links and searches by owners of listings, links mailed to one, saved drafts of one. */
  brand_link_misses_per_address: { points: 300, seconds: HOUR_SECONDS },
  brand_searches_per_address: { points: 60, seconds: HOUR_SECONDS },
  brand_searches_per_contact: { points: 5, seconds: HOUR_SECONDS },
  brand_links_per_application: { points: 5, seconds: HOUR_SECONDS },
  /** Pages opened without a link, by the browser that applied: each inserts a row. */
  brand_openings_per_application: { points: 30, seconds: HOUR_SECONDS },
  brand_saves_per_application: { points: 2000, seconds: HOUR_SECONDS },
  brand_sends_per_application: { points: 30, seconds: HOUR_SECONDS },
  /** Wrong or used links to choose an administrator's password, from one network. 256 bits cannot be guessed. */
  invitation_misses_per_address: { points: 60, seconds: HOUR_SECONDS },
  /** Uploads of pictures started for one brand, and from one address: a brand has up to 62, and tries some twice. */
  picture_uploads_per_subject: { points: 200, seconds: HOUR_SECONDS },
  picture_uploads_per_address: { points: 600, seconds: HOUR_SECONDS },
  /** Wrong passwords from one address, for any account: high, because an office shares one. */
  login_failures_per_address: { points: 300, seconds: HOUR_SECONDS },
} as const;

/** Name of a limit. */
type RateLimit = keyof typeof RATE_LIMITS;

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

/** One use of a limit. */
export interface RateUse {
  readonly limit: RateLimit;
  /** The key that is counted: a visitor's id, a phone number; the address itself with limits `per_address`. */
  readonly by: string;
  /** Counts `by` separately for each network of this address. */
  readonly address?: string;
}

/** A counter of a use: one, or one for each network of its address. */
interface Counter {
  readonly limit: RateLimit;
  readonly key: string;
  readonly points: number;
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
   * Counts one use of each given limit, all or none.
   *
   * @returns a function that undoes the uses, for an action that failed
   * @throws HttpError rate_limited with Retry-After in seconds
   */
  async use(...uses: readonly RateUse[]): Promise<() => Promise<void>> {
    const counted: Counter[] = [];
    const undo = async (): Promise<void> => {
      for (const counter of counted) await this.reward(counter);
    };
    for (const counter of uses.flatMap((use) => this.countersOf(use))) {
      const retryInMs = await this.consume(counter);
      // The limiters count refused uses too.
      if (retryInMs === undefined || this.batched(counter) === undefined) counted.push(counter);
      if (retryInMs === undefined) continue;
      await undo();
      const seconds = Math.max(1, Math.ceil(retryInMs / 1000));
      throw new HttpError("rate_limited", { retryAfterSeconds: seconds }, { "retry-after": String(seconds) });
    }
    return undo;
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

  /** Returns undefined if the use is granted, otherwise the ms until the limit resets. */
  private async consume(counter: Counter): Promise<number | undefined> {
    const { limit, key, points } = counter;
    const counts = this.batched(counter);
    if (counts !== undefined) return await counts.use(batchKey(counter), points, RATE_LIMITS[limit].seconds);
    try {
      await this.limiters.get(limiterName(limit, points))?.consume(key);
    } catch (error) {
      if (error instanceof RateLimiterRes) return error.msBeforeNext;
      this.logFailure(error);
    }
    return undefined;
  }

  private async reward(counter: Counter): Promise<void> {
    const counts = this.batched(counter);
    if (counts !== undefined) {
      counts.undo(batchKey(counter));
      return;
    }
    try {
      await this.limiters.get(limiterName(counter.limit, counter.points))?.reward(counter.key);
    } catch (error) {
      this.logFailure(error);
    }
  }

  private countersOf({ limit, by, address }: RateUse): Counter[] {
    const { points } = RATE_LIMITS[limit];
    const counter = (text: string, factor: number): Counter => ({
      limit,
      key: this.secrets.digest("rate-limit", `${limit} ${text}`),
      points: points * factor,
    });
    const counted = isPerAddress(limit) ? by : address;
    if (counted === undefined) return [counter(by, 1)];
    return networksOf(counted).map(({ name, factor }) => counter(isPerAddress(limit) ? name : `${by} ${name}`, factor));
  }

  /** The batched counts, if the limit uses them. */
  private batched({ limit }: Counter): SharedCounts | undefined {
    return COUNTED_IN_BATCHES.has(limit) ? this.counts : undefined;
  }

  private logFailure(failure: unknown): void {
    this.log.warn(`Rate limits are not enforced: their store fails with ${describeError(failure)}.`);
  }
}

function isPerAddress(limit: RateLimit): boolean {
  return limit.endsWith("_per_address");
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
