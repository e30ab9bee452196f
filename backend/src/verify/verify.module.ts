import { Module } from "@nestjs/common";
import { CashfreeProvider } from "../payments/provider/cashfree.provider.js";
import { PaymentProvider } from "../payments/provider/payment-provider.js";
import { TemporalModule } from "../platform/temporal/workflow-client.js";
import { VerificationRunsService } from "./verification-runs.service.js";
import { VerifyService } from "./verify.service.js";

/** The invariants as code, and the nightly run that checks them. */
@Module({
  imports: [TemporalModule],
  // Reads the provider's ledger only; the orders themselves are the payments feature's.
  providers: [
    { provide: PaymentProvider, useClass: CashfreeProvider },
    VerifyService,
    VerificationRunsService,
  ],
  exports: [VerifyService, VerificationRunsService],
})
export class VerifyModule {}
