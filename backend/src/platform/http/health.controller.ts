import { createHash, timingSafeEqual } from "node:crypto";
import { Controller, Get, Header, Headers, Inject, Optional } from "@nestjs/common";
import { ApiHeader, ApiTags } from "@nestjs/swagger";
import { Config } from "../config/config.js";
import { Database } from "../database/database.js";
import { withinMs } from "../loops/background-loop.js";
import { VERSION } from "../version.js";
import { HttpError } from "./error-response.js";
import { AliveResponse, ReadyResponse } from "./health.response.js";
import { DatabaseWriteCheck } from "./write-check.js";

/**
 * Returns a check of the Authorization header `Bearer <METRICS_TOKEN>`, for monitoring. Accepts METRICS_TOKEN_PREVIOUS
 * during a rotation.
 */
export function metricsTokenCheck(
  config: Pick<Config, "metricsToken" | "metricsTokenPrevious">,
): (authorization: string | undefined) => boolean {
  const accepted = [config.metricsToken, config.metricsTokenPrevious]
    .filter((token) => token !== undefined)
    .map((token) => digest(`Bearer ${token}`));
  return (authorization) => {
    // Digests have equal lengths, as timingSafeEqual requires.
    const given = digest(authorization ?? "");
    return accepted.map((expected) => timingSafeEqual(given, expected)).includes(true);
  };
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** A dependency that the site can run without for a while. `up` is fast and never throws. */
export interface HealthReporter {
  readonly name: string;
  up(): Promise<boolean>;
}

/** A part that takes longer counts as down, in ms. */
const PART_TIMEOUT_MS = 1_500;

/** The status of each part by name. */
export async function statusesOf(
  parts: readonly HealthReporter[],
  timeoutMs = PART_TIMEOUT_MS,
): Promise<Record<string, "up" | "down">> {
  const statuses = parts.map(async (part) => {
    const up = await withinMs(timeoutMs, part.up()).catch(() => false);
    return [part.name, up ? "up" : "down"] as const;
  });
  return Object.fromEntries(await Promise.all(statuses));
}

/** Injection token of a process's {@link HealthReporter}s. */
export const HEALTH_REPORTERS = Symbol("HEALTH_REPORTERS");

/** Health checks for supervisors and load balancers. */
@ApiTags("health")
@Controller()
export class HealthController {
  private readonly isAdmitted: (authorization: string | undefined) => boolean;

  constructor(
    config: Config,
    private readonly database: Database,
    private readonly writes: DatabaseWriteCheck,
    @Optional() @Inject(HEALTH_REPORTERS) private readonly reporters: readonly HealthReporter[] = [],
  ) {
    this.isAdmitted = metricsTokenCheck(config);
  }

  /** Liveness: the process runs. */
  @Get("healthz")
  @Header("Cache-Control", "no-store")
  alive(): AliveResponse {
    return { status: "ok", version: VERSION };
  }

  /**
   * Readiness: 200 if the database responds and can write, otherwise 503. With `Authorization: Bearer <METRICS_TOKEN>` the response
   * includes the status of the database, Temporal and the queue; the last two never fail readiness.
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
    if (!(await this.writes.works())) {
      throw new HttpError("service_unavailable", admitted ? { database: "up", disk: "down" } : {});
    }
    if (!admitted) return { status: "ok" };
    return { status: "ok", database: "up", disk: "up", parts: await statusesOf(this.reporters) };
  }
}
