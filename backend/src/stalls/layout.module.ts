import { Module } from "@nestjs/common";
import { LayoutController } from "./layout.controller.js";
import { LayoutService } from "./layout.service.js";
import { LayoutStreams } from "./layout-streams.service.js";

/** The public floor plan, cached and pushed. In the api process only. */
@Module({ controllers: [LayoutController], providers: [LayoutService, LayoutStreams], exports: [LayoutService] })
export class LayoutModule {}
