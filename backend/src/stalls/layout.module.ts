import { Module } from "@nestjs/common";
import { EventFactsModule } from "../events/event-facts.module.js";
import { LayoutStreamsService } from "./layout-streams.service.js";
import { LayoutController } from "./layout.controller.js";
import { LayoutService } from "./layout.service.js";
import { ListedEventsController } from "./listed-events.controller.js";
import { ListedEventsService } from "./listed-events.service.js";

/** The public floor plans, cached and pushed, and the list of events. In the api process only. */
@Module({
  imports: [EventFactsModule],
  controllers: [LayoutController, ListedEventsController],
  providers: [LayoutService, LayoutStreamsService, ListedEventsService],
  exports: [LayoutService, ListedEventsService],
})
export class LayoutModule {}
