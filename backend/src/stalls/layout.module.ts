import { Module } from "@nestjs/common";
import { LayoutController } from "./layout.controller.js";
import { LayoutService } from "./layout.service.js";
import { LayoutStreamsService } from "./layout-streams.service.js";

/** The public floor plan, cached and pushed. In the api process only. */
@Module({ controllers: [LayoutController], providers: [LayoutService, LayoutStreamsService], exports: [LayoutService] })
export class LayoutModule {}
