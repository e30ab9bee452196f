import { Module } from "@nestjs/common";
import { EventFactsModule } from "../../events/event-facts.module.js";
import { CatalogueModule } from "../catalogue.module.js";
import { SearchController } from "./search.controller.js";
import { SearchService } from "./search.service.js";

/** Search over the catalogue. */
@Module({ imports: [CatalogueModule, EventFactsModule], controllers: [SearchController], providers: [SearchService] })
export class SearchModule {}
