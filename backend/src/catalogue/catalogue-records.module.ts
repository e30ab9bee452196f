import { Module } from "@nestjs/common";
import { CatalogueBrandsService } from "./catalogue-brands.service.js";
import { CatalogueProductsService } from "./catalogue-products.service.js";
import { HomePageChoicesService } from "./home-page-choices.service.js";
import { PastEventRecordsService } from "./past-event-records.service.js";

const SERVICES = [CatalogueBrandsService, CatalogueProductsService, HomePageChoicesService, PastEventRecordsService];

/** Writes the catalogue; apart from the catalogue's calls, which other processes do not serve. */
@Module({ providers: SERVICES, exports: SERVICES })
export class CatalogueRecordsModule {}
