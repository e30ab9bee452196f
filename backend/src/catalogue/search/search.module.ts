import { Module } from "@nestjs/common";
import { CatalogueModule } from "../catalogue.module.js";
import { SearchController } from "./search.controller.js";
import { SearchRepository } from "./search.repository.js";
import { SearchService } from "./search.service.js";

/** Search over the catalogue. */
@Module({
  imports: [CatalogueModule],
  controllers: [SearchController],
  providers: [SearchRepository, SearchService],
})
export class SearchModule {}
