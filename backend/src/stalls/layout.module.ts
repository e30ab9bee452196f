import { Module } from "@nestjs/common";
import { EventFactsModule } from "../events/event-facts.module.js";
import { LayoutController } from "./layout.controller.js";
import { LayoutService } from "./layout.service.js";
import { LayoutStreams } from "./layout-streams.service.js";

/** The public floor plan, cached and pushed. In the api process only. */
@Module({
  imports: [EventFactsModule],
  controllers: [LayoutController],
  providers: [LayoutService, LayoutStreams],
  exports: [LayoutService],
})
export class LayoutModule {}
