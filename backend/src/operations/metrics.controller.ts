import { createHash, timingSafeEqual } from "node:crypto";
import { Controller, Get, Header, Headers, Res } from "@nestjs/common";
import { ApiExcludeController } from "@nestjs/swagger";
import type { FastifyReply } from "fastify";
import { Config } from "../platform/config/config.js";
import { HttpRefusal } from "../platform/http/error-answer.js";
import { MetricsService } from "./metrics.service.js";

/** For Prometheus only: not part of the API. */
@ApiExcludeController()
@Controller("metrics")
export class MetricsController {
  /** Digests of the accepted headers: the token, and while it is being changed the one before. */
  private readonly accepted: readonly Buffer[];

  constructor(
    config: Config,
    private readonly metrics: MetricsService,
  ) {
    this.accepted = [config.metricsToken, config.metricsTokenPrevious]
      .filter((token) => token !== undefined)
      .map((token) => digest(`Bearer ${token}`));
  }

  /** What Prometheus scrapes; `Authorization: Bearer <METRICS_TOKEN>`. */
  @Get()
  @Header("Cache-Control", "no-store")
  async scrape(
    @Headers("authorization") authorization: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    // Digests are of one length, and are compared in one time.
    const given = digest(authorization ?? "");
    if (!this.accepted.map((expected) => timingSafeEqual(given, expected)).includes(true)) {
      throw new HttpRefusal("not_authenticated", {}, { "www-authenticate": "Bearer" });
    }
    void reply.type(this.metrics.contentType);
    return await this.metrics.scrape();
  }
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
