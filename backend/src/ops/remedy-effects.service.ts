import { Injectable } from "@nestjs/common";
import type { Remedy } from "@sakhi/domain/admin/remedies";
import { formatPaise } from "@sakhi/domain/money/money";
import type { AttentionRow } from "../issues/attention.types.js";
import { AttentionRefunds } from "../payments/refunds/attention-refunds.service.js";
import { orderOf } from "./attention-subjects.js";

/** What resolutions would do to an entry, in words. */
export type RemedyEffectsOf = Partial<Record<Remedy, string>>;

/** Says before a button is pressed how much money it gives back, and what stays sold. */
@Injectable()
export class RemedyEffects {
  constructor(private readonly refunds: AttentionRefunds) {}

  async of(entry: AttentionRow): Promise<RemedyEffectsOf> {
    const { kind, subject } = entry;
    const orderId = orderOf(entry);
    if (orderId === undefined) return {};
    const insteadOf = kind === "refund_failed" ? subject : undefined;
    const { amountPaise, staysSold } = await this.refunds.preview({ orderId, insteadOf });
    const amount = `₹${formatPaise(amountPaise)}`;
    const sold = staysSold ? " What was sold stays sold." : "";
    switch (kind) {
      case "listing_paid_twice":
        return {
          refund_in_full: `This second application is withdrawn and ${amount} go back to the payer, with a credit note and a mail. The brand's first listing stays.`,
        };
      case "refund_failed":
        return {
          refund_in_full: `${amount} go back to the payer by the way it was paid, and a mail says so.${sold}`,
          paid_by_hand: `${amount} are put on record as given back by hand. Nobody is asked for money and no mail goes out.${sold}`,
        };
      case "amount_differs":
        return {
          refund_in_full: `${amount} go back to the payer by the way it was paid, and a mail says so. Nothing was sold; what is reserved becomes free.`,
        };
      default:
        return {};
    }
  }
}
