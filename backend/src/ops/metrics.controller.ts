import { Controller, Get, Header, Headers, Res } from "@nestjs/common";
import { ApiExcludeController } from "@nestjs/swagger";
import type { FastifyReply } from "fastify";
import { Config } from "../platform/config/config.js";
import { HttpError } from "../platform/http/error-response.js";
import { metricsTokenCheck } from "../platform/http/health.controller.js";
import { MetricsService } from "./metrics.service.js";

/** For Prometheus only: not part of the API. */
@ApiExcludeController()
@Controller("metrics")
export class MetricsController {
  private readonly isAdmitted: (authorization: string | undefined) => boolean;

  constructor(
    config: Config,
    private readonly metrics: MetricsService,
  ) {
    this.isAdmitted = metricsTokenCheck(config);
  }

  /** What Prometheus scrapes; `Authorization: Bearer <METRICS_TOKEN>`. */
  @Get()
  @Header("Cache-Control", "no-store")
  async scrape(
    @Headers("authorization") authorization: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    if (!this.isAdmitted(authorization)) {
      throw new HttpError("not_authenticated", {}, { "www-authenticate": "Bearer" });
    }
    void reply.type(this.metrics.contentType);
    return await this.metrics.scrape();
  }
}
