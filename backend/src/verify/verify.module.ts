import { Module } from "@nestjs/common";
import { PaymentsModule } from "../payments/payments.module.js";
import { PicturesModule } from "../pictures/pictures.module.js";
import { TemporalModule } from "../platform/temporal/workflow-client.js";
import { RecoveryWatchModule } from "../recovery/recovery.module.js";
import { NightlyVerificationService } from "./nightly-verification.service.js";
import { VerifyService } from "./verify.service.js";

/** The invariants, and the nightly run that checks them. */
@Module({
  imports: [TemporalModule, PaymentsModule, PicturesModule, RecoveryWatchModule],
  providers: [NightlyVerificationService, VerifyService],
  exports: [NightlyVerificationService, VerifyService],
})
export class VerifyModule {}
