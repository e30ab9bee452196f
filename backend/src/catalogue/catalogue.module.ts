import { Module } from "@nestjs/common";
import { EventFactsModule } from "../events/event-facts.module.js";
import { PicturesModule } from "../pictures/pictures.module.js";
import { CatalogueController } from "./catalogue.controller.js";
import { CatalogueService } from "./catalogue.service.js";
import { PastEventsService } from "./past-events.service.js";
import { PicturesController } from "./pictures.controller.js";
import { SearchController } from "./search/search.controller.js";
import { SearchService } from "./search/search.service.js";

/** The catalogue: listings by module, category, brand and event, and their search. */
@Module({
  imports: [EventFactsModule, PicturesModule],
  controllers: [CatalogueController, PicturesController, SearchController],
  providers: [CatalogueService, PastEventsService, SearchService],
  exports: [CatalogueService, PastEventsService],
})
export class CatalogueModule {}
