import { Module } from "@nestjs/common";
import { PaymentsModule } from "../payments/payments.module.js";
import { TemporalModule } from "../platform/temporal/workflow-client.js";
import { VerificationRunsService } from "./verification-runs.service.js";
import { VerifyService } from "./verify.service.js";

/** The invariants as code, and the nightly run that checks them. */
@Module({
  imports: [TemporalModule, PaymentsModule],
  providers: [VerifyService, VerificationRunsService],
  exports: [VerifyService, VerificationRunsService],
})
export class VerifyModule {}
