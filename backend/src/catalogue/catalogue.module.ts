import { Module } from "@nestjs/common";
import { ResponseCache } from "./response-cache.js";
import { BrandsRepository } from "./brands.repository.js";
import { CatalogueController } from "./catalogue.controller.js";
import { CatalogueService } from "./catalogue.service.js";
import { DrawingsController } from "./drawings/drawings.controller.js";
import { Drawings } from "./drawings/drawings.service.js";
import { ListingsRepository } from "./listings.repository.js";

/** The catalogue: what is listed, by module, category, brand and event. */
@Module({
  controllers: [CatalogueController, DrawingsController],
  providers: [ResponseCache, BrandsRepository, CatalogueService, Drawings, ListingsRepository],
  exports: [CatalogueService, Drawings],
})
export class CatalogueModule {}
