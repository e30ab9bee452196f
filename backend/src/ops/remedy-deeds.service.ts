import { Injectable } from "@nestjs/common";
import type { Remedy } from "@sakhi/domain/admin/remedies";
import { NETWORK_BLOCK_HOURS } from "@sakhi/domain/bookings/live-holds.rules";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { formatPaise } from "@sakhi/domain/money/money";
import type { Administrator } from "../accounts/administrator.js";
import type { AttentionRow } from "../issues/attention.types.js";
import { NetworkHoarding } from "../operator/network-hoarding.service.js";
import { InvoicesService } from "../invoices/invoices.service.js";
import { ListingWithdrawal } from "../listings/review/listing-withdrawal.service.js";
import { MailService } from "../mail/mail.service.js";
import { AttentionRefunds } from "../payments/refunds/attention-refunds.service.js";
import type { Tx } from "../platform/database/database.js";
import { OutboxRepository } from "../platform/outbox/outbox.repository.js";
import { orderOf } from "./attention-subjects.js";
import { ProviderQuestions } from "./provider-questions.service.js";
import type { RemedyResult } from "./remedy.types.js";
import { WorkflowRestarts } from "./workflow-restarts.service.js";

/** What is left to do in the transaction. */
export type RemedyDeed = (tx: Tx) => Promise<RemedyResult>;

/** Every remedy there is. */
@Injectable()
export class RemedyDeeds {
  constructor(
    private readonly provider: ProviderQuestions,
    private readonly refunds: AttentionRefunds,
    private readonly listings: ListingWithdrawal,
    private readonly mails: MailService,
    private readonly invoices: InvoicesService,
    private readonly workflows: WorkflowRestarts,
    private readonly networks: NetworkHoarding,
    private readonly outbox: OutboxRepository,
  ) {}

  /** Does what cannot be done in a transaction (asking the provider or Temporal) and answers the rest. */
  async prepare(
    administrator: Administrator,
    entry: AttentionRow,
    action: Remedy,
    reason: string | undefined,
  ): Promise<RemedyDeed> {
    switch (action) {
      case "settle_again":
        return done(await this.provider.settle(orderIdOf(entry)));
      case "look_at_refund":
        return done(await this.provider.refund(entry.subject));
      case "restart_workflow":
        await this.workflows.restart(workflowOf(entry), administrator.username);
        return done({ resolved: true, message: "The workflow was ended and a new one starts." });
      case "refund_in_full":
        return (tx) =>
          entry.kind === "listing_paid_twice"
            ? this.undoListing(tx, entry, reason ?? "")
            : this.refund(tx, entry, reason ?? "", false);
      case "paid_by_hand":
        return (tx) => this.refund(tx, entry, reason ?? "", true);
      case "resend_mail":
        return (tx) => this.resend(tx, entry.subject);
      case "render_invoice":
        return (tx) => this.render(tx, entry.subject);
      case "relay_again":
        return (tx) => this.relay(tx, entry.subject);
      case "release_network":
        return (tx) => this.releaseNetwork(tx, entry.subject);
      case "unblock_network":
        return (tx) => this.unblockNetwork(tx, entry.subject);
      case "resolve":
        return done({ resolved: true, message: "Closed." });
    }
  }

  private async refund(tx: Tx, entry: AttentionRow, reason: string, byHand: boolean): Promise<RemedyResult> {
    const orderId = orderIdOf(entry);
    const amountPaise = await this.refunds.refund(tx, {
      orderId,
      insteadOf: entry.kind === "refund_failed" ? entry.subject : undefined,
      byHand,
      reason,
    });
    const amount = `₹${formatPaise(amountPaise)}`;
    return {
      resolved: true,
      message: byHand
        ? `${amount} are on record as given back by hand.`
        : `${amount} go back; the payer is told by mail.`,
      after: { orderId, amountPaise },
    };
  }

  /** The second listing ends with its payment. */
  private async undoListing(tx: Tx, entry: AttentionRow, reason: string): Promise<RemedyResult> {
    const applicationId = entry.applicationId ?? entry.subject;
    const amountPaise = await this.listings.undoSecondPayment(tx, applicationId, reason);
    if (amountPaise === undefined) throw new DomainError("remedy_refused", {}, LISTING_ENDED);
    return {
      resolved: true,
      message: `The second listing is withdrawn and ₹${formatPaise(amountPaise)} go back; the owner is told by mail.`,
      after: { applicationId, amountPaise },
    };
  }

  private async resend(tx: Tx, mailId: string): Promise<RemedyResult> {
    const sent = await this.mails.resend(tx, mailId);
    if (sent === undefined) throw new DomainError("remedy_refused");
    if (sent === "under_way") return { resolved: true, message: "The mail is on its way already." };
    return { resolved: true, message: "The mail is sent again.", after: { ...sent } };
  }

  private async render(tx: Tx, invoiceId: string): Promise<RemedyResult> {
    if (!(await this.invoices.renderAgain(tx, invoiceId))) throw new DomainError("remedy_refused");
    return { resolved: true, message: "The PDF is made again, and follows by mail." };
  }

  /** The matter stays, so that the block can be lifted; it closes by itself when the block has expired. */
  private async releaseNetwork(tx: Tx, network: string): Promise<RemedyResult> {
    const { stallIds, blockedUntil } = await this.networks.releaseAndBlock(tx, network);
    const many = stallIds.length === 1 ? "1 stall is" : `${stallIds.length} stalls are`;
    return {
      resolved: false,
      message: `${many} free again, and the network cannot reserve for ${NETWORK_BLOCK_HOURS} hours.`,
      after: { stalls: stallIds.join(", "), blockedUntil: blockedUntil.toISOString() },
    };
  }

  private async unblockNetwork(tx: Tx, network: string): Promise<RemedyResult> {
    if (!(await this.networks.unblock(tx, network))) {
      throw new DomainError("remedy_refused", {}, "This network is not blocked.");
    }
    return { resolved: true, message: "The network can reserve again." };
  }

  /** The matter closes by itself once nothing waits any more. */
  private async relay(tx: Tx, lane: string): Promise<RemedyResult> {
    const waiting = await this.outbox.hurry(tx, lane === "queue" ? "queue" : "workflow");
    return {
      resolved: waiting === 0,
      message: `${waiting} messages are tried again now.`,
      after: { waiting },
    };
  }
}

function done(result: RemedyResult): RemedyDeed {
  return () => Promise.resolve(result);
}

function orderIdOf(entry: AttentionRow): string {
  const orderId = orderOf(entry);
  if (orderId === undefined) throw new DomainError("remedy_refused");
  return orderId;
}

/** A refund's matter names the refund; a failing workflow's names the workflow. */
function workflowOf({ kind, subject }: AttentionRow): string {
  return kind === "workflow_failing" ? subject : `refund/${subject}`;
}

const LISTING_ENDED =
  "This application has ended already, and what was paid for it was decided then. Close this entry.";
