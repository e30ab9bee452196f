import { Module } from "@nestjs/common";
import { BrandsModule } from "../brands/brands.module.js";
import { EnquiriesModule } from "../enquiries/enquiries.module.js";
import { InvoicesModule } from "../invoices/invoices.module.js";
import { ListingsModule } from "../listings/listings.module.js";
import { MailModule } from "../mail/mail.module.js";
import { PicturesModule } from "../pictures/pictures.module.js";
import { RateLimitsModule } from "../platform/http/rate-limits.js";
import { WhatsappModule } from "../whatsapp/whatsapp.module.js";
import { FindListingService } from "./find-listing.service.js";
import { ListingReceiptService } from "./listing-receipt.service.js";
import { MyBrandLanguageService } from "./my-brand-language.service.js";
import { MyBrandViewService } from "./my-brand-view.service.js";
import { FindListingController, ListingReceiptController, MyBrandController } from "./my-brand.controller.js";
import { MyBrandService } from "./my-brand.service.js";

/** The owner's page of a brand, opened by mailed links. */
@Module({
  imports: [
    BrandsModule,
    EnquiriesModule,
    InvoicesModule,
    ListingsModule,
    MailModule,
    PicturesModule,
    RateLimitsModule,
    WhatsappModule,
  ],
  controllers: [ListingReceiptController, MyBrandController, FindListingController],
  providers: [FindListingService, ListingReceiptService, MyBrandLanguageService, MyBrandService, MyBrandViewService],
})
export class MyBrandModule {}
