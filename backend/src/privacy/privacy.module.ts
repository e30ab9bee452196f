import { Module } from "@nestjs/common";
import { AccountsModule } from "../accounts/accounts.module.js";
import { PicturesModule } from "../pictures/pictures.module.js";
import { PersonController } from "./person.controller.js";
import { PersonService } from "./person.service.js";
import { PersonalData } from "./personal-data.js";
import { RetentionService } from "./retention.service.js";

/** Access to, correction and erasure of personal data. */
@Module({
  imports: [AccountsModule, PicturesModule],
  controllers: [PersonController],
  providers: [PersonalData, PersonService],
  exports: [PersonalData],
})
export class PrivacyModule {}

/** The nightly retention job, for the jobs process. */
@Module({ imports: [PicturesModule], providers: [PersonalData, RetentionService], exports: [RetentionService] })
export class RetentionModule {}
