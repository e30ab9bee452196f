import { Module } from "@nestjs/common";
import { AccountsModule } from "../accounts/accounts.module.js";
import { CatalogueRecordsModule } from "../catalogue/catalogue-records.module.js";
import { OurNamesModule } from "../catalogue/our-names.module.js";
import { EventFactsModule } from "../events/event-facts.module.js";
import { MailModule } from "../mail/mail.module.js";
import { PicturesModule } from "../pictures/pictures.module.js";
import { ApplicationPagesService } from "./application-pages.service.js";
import { BrandChangesService } from "./brand-changes.service.js";
import { BrandPagesService } from "./brand-pages.service.js";
import { BrandReviewController } from "./brand-review.controller.js";
import { BrandReviewsService } from "./brand-reviews.service.js";
import { BrandStallsController } from "./brand-stalls.controller.js";
import { BrandStallsService } from "./brand-stalls.service.js";
import { BrandViewsController } from "./brand-views.controller.js";
import { BrandViewsService } from "./brand-views.service.js";
import { PublicContactsService } from "./public-contacts.service.js";

/** Brands' own pages: changes, their review, and what is published of them. */
@Module({
  imports: [OurNamesModule, CatalogueRecordsModule, AccountsModule, EventFactsModule, MailModule, PicturesModule],
  controllers: [BrandReviewController, BrandStallsController, BrandViewsController],
  providers: [
    BrandPagesService,
    ApplicationPagesService,
    BrandChangesService,
    BrandReviewsService,
    BrandStallsService,
    BrandViewsService,
    PublicContactsService,
  ],
  exports: [
    BrandPagesService,
    ApplicationPagesService,
    BrandChangesService,
    BrandStallsService,
    BrandViewsService,
    PublicContactsService,
  ],
})
export class BrandsModule {}
