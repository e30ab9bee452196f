import { Module } from "@nestjs/common";
import { AccountsModule } from "../accounts/accounts.module.js";
import { CatalogueRecordsModule } from "../catalogue/catalogue-records.module.js";
import { OurNamesModule } from "../catalogue/our-names.module.js";
import { MailModule } from "../mail/mail.module.js";
import { PicturesModule } from "../pictures/pictures.module.js";
import { ApplicationPagesService } from "./application-pages.service.js";
import { BrandChangesService } from "./brand-changes.service.js";
import { BrandPagesService } from "./brand-pages.service.js";
import { BrandReviewController } from "./brand-review.controller.js";
import { BrandReviewsService } from "./brand-reviews.service.js";
import { BrandViewsController } from "./brand-views.controller.js";
import { BrandViewsService } from "./brand-views.service.js";
import { PublicContactsService } from "./public-contacts.service.js";

/** Brands' own pages: changes, their review, and what is published of them. */
@Module({
  imports: [OurNamesModule, CatalogueRecordsModule, AccountsModule, MailModule, PicturesModule],
  controllers: [BrandReviewController, BrandViewsController],
  providers: [
    BrandPagesService,
    ApplicationPagesService,
    BrandChangesService,
    BrandReviewsService,
    BrandViewsService,
    PublicContactsService,
  ],
  exports: [BrandPagesService, ApplicationPagesService, BrandChangesService, BrandViewsService, PublicContactsService],
})
export class BrandsModule {}
