import ipaddr from "ipaddr.js";
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
import { describeError, QuietLog } from "../log/log.js";
import { Secrets } from "../secrets/secrets.js";
import { HttpError } from "./error-response.js";
import { SharedCounts } from "./shared-counts.js";

/**
 * The network that limits count an address by: an IPv4 address itself, or the /64 of an IPv6 address, because one
 * household or server is given a whole /64 and can use any address in it.
 *
 * @param address as Fastify reports it (`request.ip`); IPv4 in IPv6 form (`::ffff:192.0.2.1`) counts as IPv4
 * @returns for example `192.0.2.1` or `2001:db8:0:1::/64`; the text itself if it is no address
 */
export function clientNetwork(address: string): string {
  const [plain = ""] = address.split("%");
  if (!ipaddr.isValid(plain)) return address;
  const parsed = ipaddr.process(plain);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}

const HOUR_SECONDS = 3600;

/**
 * Every limit by name: how many in how many seconds. Those `per_address` count by
 * the address's network: its owner has a whole /64 of IPv6 addresses to call from.
 */
export const RATE_LIMITS = {
  /** Holds of one visitor: tight. */
  holds_per_visitor: { points: 30, seconds: HOUR_SECONDS },
  /** Holds from one address: loose, for many phones share one. */
  holds_per_address: { points: 600, seconds: HOUR_SECONDS },
  /** Visitors met for the first time from one address: very loose, for a mobile carrier's many phones share one. */
  visitors_per_address: { points: 3000, seconds: HOUR_SECONDS },
  /**
   * Registrations from one address that name one e-mail address or phone number. Not by these alone: then anybody
   * could keep somebody else from registering. What strangers can have sent to an address is limited where it is sent
   * (MailService).
   */
  registrations_per_email: { points: 10, seconds: HOUR_SECONDS },
  registrations_per_phone: { points: 10, seconds: HOUR_SECONDS },
  /** Wrong coupon codes from one address: loose, for many phones share one; guessing takes far more. */
  coupon_misses_per_address: { points: 300, seconds: HOUR_SECONDS },
  /** Payments started by one visitor with one phone number: somebody else's use of it keeps nobody from paying. */
  initiates_per_phone: { points: 5, seconds: HOUR_SECONDS },
  /** Payments of stalls started from one address: loose, for an office shares one. */
  initiates_per_address: { points: 300, seconds: HOUR_SECONDS },
  /** Enquiries from one network that name one e-mail address. */
  enquiries_per_email: { points: 5, seconds: HOUR_SECONDS },
  /** Enquiries from one address: loose, for many phones share one. */
  enquiries_per_address: { points: 60, seconds: HOUR_SECONDS },
  /** Phone numbers asked about for a free listing, each from one network: dear, so that they cannot be harvested. */
  verifications_per_visitor: { points: 10, seconds: HOUR_SECONDS },
  verifications_per_phone: { points: 10, seconds: HOUR_SECONDS },
  verifications_per_address: { points: 60, seconds: HOUR_SECONDS },
  /** Free applications that name one e-mail address from one network, and from one address. */
  applications_per_email: { points: 5, seconds: HOUR_SECONDS },
  applications_per_address: { points: 60, seconds: HOUR_SECONDS },
  /** Listing payments started with one phone number from one network, and from one address. */
  listing_initiates_per_phone: { points: 5, seconds: HOUR_SECONDS },
  listing_initiates_per_address: { points: 60, seconds: HOUR_SECONDS },
  /** Calls about an offered stall from one network: the page looks again and again, and many phones share one. */
  late_offers_per_network: { points: 1200, seconds: HOUR_SECONDS },
  /** Links to a booking that were not good, from one network: 256 bits are not guessed; this keeps us from being busy. */
  booking_link_misses_per_network: { points: 300, seconds: HOUR_SECONDS },
  /** What a payer asks for on her booking's page. */
  booking_requests_per_booking: { points: 10, seconds: HOUR_SECONDS },
  /** A payer's own corrections of a booking: each can send a mail to an address that was given before. */
  booking_corrections_per_booking: { points: 10, seconds: HOUR_SECONDS },
  /** How often the browser that registered opens the booking's page without a link: each time is a row. Only it counts. */
  booking_openings_per_order: { points: 30, seconds: HOUR_SECONDS },
  /**
   * Searches for a booking from one network: in all, for one order number, and with one e-mail address or phone number.
   * Not by these alone: then anybody could keep a payer from her booking.
   */
  booking_searches_per_network: { points: 60, seconds: HOUR_SECONDS },
  booking_searches_per_order: { points: 5, seconds: HOUR_SECONDS },
  booking_searches_per_contact: { points: 5, seconds: HOUR_SECONDS },
  /** Links that searches mail to a booking's own address, from any network. */
  booking_links_per_booking: { points: 5, seconds: HOUR_SECONDS },
  /** Wrong passwords from one address, whatever the account: high, for an office shares one. */
  login_failures_per_address: { points: 300, seconds: HOUR_SECONDS },
} as const;

/** The name of a limit. */
type RateLimit = keyof typeof RATE_LIMITS;

/**
 * What thousands do at the same moment is counted in memory and added up in PostgreSQL in batches: no request writes for
 * it. The others, which keep somebody from guessing or from writing to strangers, are counted one by one.
 */
const COUNTED_IN_BATCHES: ReadonlySet<RateLimit> = new Set([
  "holds_per_visitor",
  "holds_per_address",
  "visitors_per_address",
  "registrations_per_email",
  "registrations_per_phone",
  "initiates_per_phone",
  "initiates_per_address",
] as const);

/** One use of a limit, and who is counted: a visitor's id, an address, a phone number. */
interface RateUse {
  readonly limit: RateLimit;
  readonly by: string;
}

/** What the library asks of a PostgreSQL client. */
interface Query {
  readonly text: string;
  readonly values: unknown[];
}

/**
 * Limits shared by all api processes: counted in PostgreSQL, or in Redis where there is one. A store that fails
 * refuses nobody. Keys are kept as keyed digests, so no address or phone number is stored. How exact the limits are that
 * many use at once, {@link SharedCounts} says.
 */
@Injectable()
export class RateLimits implements BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly log = new QuietLog(new Logger("RateLimits"));
  private readonly redis: Redis | undefined;
  private readonly limiters: ReadonlyMap<RateLimit, RateLimiterStoreAbstract>;
  /** Where there is no Redis, which counts in memory anyway. */
  private readonly counts: SharedCounts | undefined;

  constructor(
    config: Config,
    database: Database,
    private readonly secrets: Secrets,
  ) {
    this.redis = config.rateLimits && config.redisUrl !== undefined ? connect(config.redisUrl) : undefined;
    this.counts = config.rateLimits && this.redis === undefined ? new SharedCounts(database) : undefined;
    const names = config.rateLimits ? (Object.keys(RATE_LIMITS) as RateLimit[]) : [];
    this.limiters = new Map(names.map((name) => [name, limiterFor(name, this.redis, database)]));
  }

  /**
   * Counts one use of each limit given, all or none.
   *
   * @returns a function that takes the uses back, for when nothing came of them
   * @throws HttpError rate_limited with Retry-After in seconds
   */
  async use(...uses: readonly RateUse[]): Promise<() => Promise<void>> {
    const counted: RateUse[] = [];
    const undo = async (): Promise<void> => {
      for (const use of counted) await this.reward(use);
    };
    for (const use of uses) {
      const refusedForMs = await this.consume(use);
      // The limiters count what they refuse, too.
      if (refusedForMs === undefined || this.batched(use) === undefined) counted.push(use);
      if (refusedForMs === undefined) continue;
      await undo();
      const seconds = Math.max(1, Math.ceil(refusedForMs / 1000));
      throw new HttpError("rate_limited", { retryAfterSeconds: seconds }, { "retry-after": String(seconds) });
    }
    return undo;
  }

  /** Whether uses are counted now: limits are on, and a Redis that is to count them is connected. */
  isCounting(): boolean {
    return this.limiters.size > 0 && (this.redis === undefined || this.redis.status === "ready");
  }

  /** While there is still a database to write to. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.counts?.flush();
  }

  onApplicationShutdown(): void {
    this.redis?.disconnect();
  }

  /** Milliseconds until the limit is free again, or undefined when the use is granted. */
  private async consume(use: RateUse): Promise<number | undefined> {
    const { points, seconds } = RATE_LIMITS[use.limit];
    const counts = this.batched(use);
    if (counts !== undefined) return await counts.use(this.batchKey(use), points, seconds);
    try {
      await this.limiters.get(use.limit)?.consume(this.key(use));
    } catch (error) {
      if (error instanceof RateLimiterRes) return error.msBeforeNext;
      this.logFailure(error);
    }
    return undefined;
  }

  private async reward(use: RateUse): Promise<void> {
    const counts = this.batched(use);
    if (counts !== undefined) {
      counts.undo(this.batchKey(use));
      return;
    }
    try {
      await this.limiters.get(use.limit)?.reward(this.key(use));
    } catch (error) {
      this.logFailure(error);
    }
  }

  private key(use: RateUse): string {
    const by = use.limit.endsWith("_per_address") ? clientNetwork(use.by) : use.by;
    return this.secrets.digest("rate-limit", `${use.limit} ${by}`);
  }

  /** What counts this use; undefined where a limiter of its own does. */
  private batched({ limit }: RateUse): SharedCounts | undefined {
    return COUNTED_IN_BATCHES.has(limit) ? this.counts : undefined;
  }

  /** As the limiters write it in the table they share. */
  private batchKey(use: RateUse): string {
    return `${use.limit}:${this.key(use)}`;
  }

  private logFailure(failure: unknown): void {
    this.log.warn(`Rate limits are not counted, nobody is refused: their store fails with ${describeError(failure)}.`);
  }
}

function connect(url: string): Redis {
  // No queue and no retry of a command: a visitor must not wait for a store that only counts.
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    commandTimeout: 1_000,
  });
  // The commands report failures; without a listener the client would print each.
  redis.on("error", () => undefined);
  return redis;
}

function limiterFor(name: RateLimit, redis: Redis | undefined, database: Database): RateLimiterStoreAbstract {
  const { points, seconds } = RATE_LIMITS[name];
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
    // Made by our migration.
    tableCreated: true,
    // All limits share the table: one of them tidies it up.
    clearExpiredByTimeout: name === "login_failures_per_address",
  });
}

/** Limits on how often something can be done, shared by all api processes. */
@Module({ providers: [RateLimits], exports: [RateLimits] })
export class RateLimitsModule {}
