import { Module } from "@nestjs/common";
import { CatalogueModule } from "../catalogue.module.js";
import { SearchController } from "./search.controller.js";
import { SearchService } from "./search.service.js";

/** Search over the catalogue. */
@Module({
  imports: [CatalogueModule],
  controllers: [SearchController],
  providers: [SearchService],
})
export class SearchModule {}
