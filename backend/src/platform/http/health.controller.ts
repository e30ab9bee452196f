import { AliveResponse, ReadyResponse } from "./health.response.js";
import { createHash, timingSafeEqual } from "node:crypto";
import { Config } from "../config/config.js";
import { Controller, Get, Header, Headers, Inject, Optional } from "@nestjs/common";
import { ApiHeader, ApiTags } from "@nestjs/swagger";
import { Database } from "../database/database.js";
import { withinMs } from "../loops/background-loop.js";
import { HttpError } from "./error-response.js";

/**
 * Whether an Authorization header carries METRICS_TOKEN, or while it is being changed the one before:
 * `Bearer <METRICS_TOKEN>`. For those who watch over the product.
 */
export function metricsTokenCheck(
  config: Pick<Config, "metricsToken" | "metricsTokenPrevious">,
): (authorization: string | undefined) => boolean {
  const accepted = [config.metricsToken, config.metricsTokenPrevious]
    .filter((token) => token !== undefined)
    .map((token) => digest(`Bearer ${token}`));
  return (authorization) => {
    // Digests are of one length, and are compared in one time.
    const given = digest(authorization ?? "");
    return accepted.map((expected) => timingSafeEqual(given, expected)).includes(true);
  };
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** A part that the site can do without for a while; `up` answers quickly and never throws. */
export interface HealthReporter {
  readonly name: string;
  up(): Promise<boolean>;
}

/** A part that takes longer to answer counts as down, in ms: who asks wants to know now. */
const PART_TIMEOUT_MS = 1_500;

/** Token under which processes provide their {@link HealthReporter}s. */
export const HEALTH_REPORTERS = Symbol("HEALTH_REPORTERS");

/** For supervisors and load balancers. */
@ApiTags("health")
@Controller()
export class HealthController {
  private readonly isAdmitted: (authorization: string | undefined) => boolean;

  constructor(
    config: Config,
    private readonly database: Database,
    @Optional() @Inject(HEALTH_REPORTERS) private readonly reporters: readonly HealthReporter[] = [],
  ) {
    this.isAdmitted = metricsTokenCheck(config);
  }

  /** The process lives. */
  @Get("healthz")
  @Header("Cache-Control", "no-store")
  alive(): AliveResponse {
    return { status: "ok" };
  }

  /**
   * The database answers: 200, otherwise 503. Which part is down is nobody's business but the operator's: with
   * `Authorization: Bearer <METRICS_TOKEN>` the database, Temporal and the queue are named; the last two never fail it.
   */
  @Get("readyz")
  @Header("Cache-Control", "no-store")
  @ApiHeader({ name: "authorization", required: false })
  async ready(@Headers("authorization") authorization?: string): Promise<ReadyResponse> {
    const admitted = this.isAdmitted(authorization);
    try {
      await this.database.query("SELECT 1");
    } catch {
      throw new HttpError("service_unavailable", admitted ? { database: "down" } : {});
    }
    if (!admitted) return { status: "ok" };
    const parts = await Promise.all(
      this.reporters.map(async (part) => {
        const up = await withinMs(PART_TIMEOUT_MS, part.up()).catch(() => false);
        return [part.name, up ? "up" : "down"] as const;
      }),
    );
    return { status: "ok", database: "up", parts: Object.fromEntries(parts) };
  }
}
