import { Module } from "@nestjs/common";
import { EventFactsModule } from "../events/event-facts.module.js";
import { CatalogueController } from "./catalogue.controller.js";
import { CatalogueService } from "./catalogue.service.js";
import { PastEventsService } from "./past-events.service.js";
import { PicturesController } from "./pictures.controller.js";

/** The catalogue: listings by module, category, brand and event. */
@Module({
  imports: [EventFactsModule],
  controllers: [CatalogueController, PicturesController],
  providers: [CatalogueService, PastEventsService],
  exports: [CatalogueService, PastEventsService],
})
export class CatalogueModule {}
