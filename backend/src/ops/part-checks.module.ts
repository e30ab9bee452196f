import { Module } from "@nestjs/common";
import { SmtpCheckService } from "../mail/smtp-check.service.js";
import { PaymentsModule } from "../payments/payments.module.js";
import { CertificateWatchService } from "./certificate-watch.service.js";
import { PartChecksService } from "./part-checks.service.js";

/** Checks of the parts that only jobs and payments use; for the jobs process only. */
@Module({ imports: [PaymentsModule], providers: [PartChecksService, SmtpCheckService, CertificateWatchService] })
export class PartChecksModule {}
