import { Module } from "@nestjs/common";
import { AccountsModule } from "../accounts/accounts.module.js";
import { BrandsModule } from "../brands/brands.module.js";
import { CatalogueRecordsModule } from "../catalogue/catalogue-records.module.js";
import { EnquiriesModule } from "../enquiries/enquiries.module.js";
import { ListingsModule } from "../listings/listings.module.js";
import { OperatorModule } from "../operator/operator.module.js";
import { PicturesModule } from "../pictures/pictures.module.js";
import { BrandCorrectionsService } from "./brand-corrections.service.js";
import { BrandDecisionsService } from "./brand-decisions.service.js";
import { BrandMergesController } from "./brand-merges.controller.js";
import { BrandMergesService } from "./brand-merges.service.js";
import { BrandPicturesService } from "./brand-pictures.service.js";
import { BrandsManagementController } from "./brands-management.controller.js";
import { HomePageController } from "./home-page.controller.js";
import { HomePageService } from "./home-page.service.js";
import { ManagedBrandsService } from "./managed-brands.service.js";
import { ProductsManagementController } from "./products-management.controller.js";
import { ProductsService } from "./products.service.js";
import { ShowcaseEventsController } from "./showcase-events.controller.js";
import { ShowcaseEventsService } from "./showcase-events.service.js";

/** What operators do to the catalogue: brands, products, pictures, the home page and past events. */
@Module({
  imports: [
    AccountsModule,
    BrandsModule,
    CatalogueRecordsModule,
    EnquiriesModule,
    ListingsModule,
    OperatorModule,
    PicturesModule,
  ],
  controllers: [
    BrandMergesController,
    BrandsManagementController,
    HomePageController,
    ProductsManagementController,
    ShowcaseEventsController,
  ],
  providers: [
    BrandCorrectionsService,
    BrandDecisionsService,
    BrandMergesService,
    BrandPicturesService,
    HomePageService,
    ManagedBrandsService,
    ProductsService,
    ShowcaseEventsService,
  ],
})
export class CurationModule {}
