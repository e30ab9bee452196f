import { Module } from "@nestjs/common";
import { ResponseCache } from "./response-cache.js";
import { BrandsRepository } from "./brands.repository.js";
import { CatalogueController } from "./catalogue.controller.js";
import { CatalogueService } from "./catalogue.service.js";
import { PicturesController } from "./pictures.controller.js";
import { ListingsRepository } from "./listings.repository.js";

/** The catalogue: what is listed, by module, category, brand and event. */
@Module({
  controllers: [CatalogueController, PicturesController],
  providers: [ResponseCache, BrandsRepository, CatalogueService, ListingsRepository],
  exports: [CatalogueService],
})
export class CatalogueModule {}
