import { Module } from "@nestjs/common";
import { ResponseCache } from "./response-cache.js";
import { CatalogueController } from "./catalogue.controller.js";
import { CatalogueService } from "./catalogue.service.js";
import { PicturesController } from "./pictures.controller.js";

/** The catalogue: what is listed, by module, category, brand and event. */
@Module({
  controllers: [CatalogueController, PicturesController],
  providers: [CatalogueService, ResponseCache],
  exports: [CatalogueService],
})
export class CatalogueModule {}
