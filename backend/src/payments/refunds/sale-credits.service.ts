import { Injectable } from "@nestjs/common";
import { balanceOf, missingCreditNotes } from "@sakhi/domain/payments/refundable.rules";
import type { CreditableRefund } from "@sakhi/domain/payments/refundable.rules";
import { InvoicesService } from "../../invoices/invoices.service.js";
import type { IssuedInvoice } from "../../invoices/invoices.service.js";
import type { Tx } from "../../platform/database/database.js";
import type { LockedOrder } from "../orders/order-records.service.js";
import { OrderLedgers } from "./order-ledgers.repository.js";

/** Printed on the credit note of a refund that nobody of ours decided. */
const MADE_ELSEWHERE = "Refunded through the payment provider";

/** A credit note with the refund it is for. */
export interface SaleCredit extends CreditableRefund {
  readonly note: IssuedInvoice;
}

/** Credit notes for everything that went back of a sale, so that money kept and money invoiced always agree. */
@Injectable()
export class SaleCredits {
  constructor(
    private readonly ledgers: OrderLedgers,
    private readonly invoices: InvoicesService,
  ) {}

  /**
   * Issues the credit notes that an order's refunds are missing, under the order's lock; the caller tells of them. The
   * last lock of all is taken here. An order that was refunded without a sale has no invoice and gets none.
   *
   * @param reason printed; no personal data
   * @param ended the sale is over: where the provider has reversed its payment, all of the invoice is taken back
   */
  async issue(tx: Tx, orderId: string, reason: string, ended = false): Promise<SaleCredit[]> {
    const ledger = await this.ledgers.read(orderId, tx);
    const missing = missingCreditNotes(ledger, ledger.creditedRefunds);
    if (ended && balanceOf(ledger).reversed && ledger.soldPaymentId !== undefined) {
      const paise = ledger.invoicedPaise - ledger.creditedPaise;
      if (paise > 0) missing.push({ refundId: ledger.soldPaymentId, paise });
    }
    const issued: SaleCredit[] = [];
    for (const { refundId, paise } of missing) {
      const note = await this.invoices.issueCreditNote(tx, { orderId, refundId, amountPaise: paise, reason });
      if (note !== undefined) issued.push({ refundId, paise, note });
    }
    return issued;
  }

  /** Credits what was refunded at the provider, and writes to the payer with the credit note. */
  async ofProvider(tx: Tx, { order, subject, status }: LockedOrder): Promise<void> {
    const { orderId, subjectId } = order;
    const ended = status.kind === "cancelled";
    for (const { refundId, paise, note } of await this.issue(tx, orderId, MADE_ELSEWHERE, ended)) {
      await subject.record(tx, subjectId, { kind: "credit_note_issued", actor: "system", note: note.number });
      await subject.refundDecided(tx, subjectId, {
        orderId,
        refundId,
        amountPaise: paise,
        why: "provider",
        creditNote: note,
      });
    }
  }
}
