import { Module } from "@nestjs/common";
import type { DynamicModule } from "@nestjs/common";
import type { DataSource } from "typeorm";
import { BookingsModule } from "./bookings/bookings.module.js";
import type { Config } from "./platform/config/config.js";
import { HealthController } from "./platform/http/health.controller.js";
import { PlatformModule } from "./platform/platform.module.js";
import { SiteModule } from "./site/site.module.js";

/** The HTTP process: every feature with routes, then the site. */
@Module({})
export class ApiModule {
  static with(config: Config, source?: DataSource): DynamicModule {
    return {
      module: ApiModule,
      imports: [PlatformModule.with(config, source), BookingsModule, SiteModule],
      controllers: [HealthController],
    };
  }
}
