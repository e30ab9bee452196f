import { Module } from "@nestjs/common";
import { EventFactsModule } from "../events/event-facts.module.js";
import { LayoutStreamsService } from "./layout-streams.service.js";
import { LayoutController } from "./layout.controller.js";
import { LayoutService } from "./layout.service.js";

/** The public floor plans, cached and pushed. In the api process only. */
@Module({
  imports: [EventFactsModule],
  controllers: [LayoutController],
  providers: [LayoutService, LayoutStreamsService],
  exports: [LayoutService],
})
export class LayoutModule {}
