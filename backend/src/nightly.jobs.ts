import { Injectable } from "@nestjs/common";
import { DisputeDeadlinesService } from "./disputes/dispute-deadlines.service.js";
import { EndedLinksService } from "./listings/ended-links.service.js";
import { PayoutReadingsService } from "./payouts/payout-readings.service.js";
import { RetentionService } from "./privacy/retention.service.js";
import { NightlyVerificationService } from "./verify/nightly-verification.service.js";

/** The jobs that are done once a night; each turn finds out whether its job is due. */
@Injectable()
export class NightlyJobs {
  readonly turns: readonly { readonly name: string; readonly turn: () => Promise<unknown> }[];

  constructor(
    retention: RetentionService,
    verification: NightlyVerificationService,
    endedLinks: EndedLinksService,
    payouts: PayoutReadingsService,
    disputes: DisputeDeadlinesService,
  ) {
    this.turns = [
      { name: "ended links", turn: () => endedLinks.notify() },
      { name: "retention", turn: () => retention.runIfDue() },
      { name: "dispute deadlines", turn: () => disputes.remind() },
      { name: "payouts", turn: () => payouts.runIfDue() },
      { name: "verification", turn: () => verification.runIfDue() },
    ];
  }
}
