import { Module } from "@nestjs/common";
import { EventFactsModule } from "../events/event-facts.module.js";
import { LayoutController } from "./layout.controller.js";
import { LayoutService } from "./layout.service.js";
import { LayoutStreams } from "./layout-streams.service.js";

/** The floor plan as the public sees it: kept ready and sent as it changes. In the api process only. */
@Module({ imports: [EventFactsModule], controllers: [LayoutController], providers: [LayoutService, LayoutStreams] })
export class LayoutModule {}
