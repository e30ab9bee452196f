import { Injectable, type StreamableFile } from "@nestjs/common";
import { indianMoment } from "@sakhi/domain/events/indian-time";
import { formatPaise } from "@sakhi/domain/money/money";
import type { Administrator } from "../accounts/administrator.js";
import { ExportsService } from "../accounts/exports.service.js";
import { EventFactsService } from "../events/event-facts.service.js";
import { InvoicesService } from "../invoices/invoices.service.js";
import { zipStream } from "../platform/files/zip.js";
import { type DisputedSale, DisputeReadsService } from "./disputes.service.js";
import type { DisputeRow, EvidenceRow } from "./disputes.sql.js";

/** What an operator sends to the payer's bank: a summary and the sale's documents, as a ZIP. Has the buyer's details. */
@Injectable()
export class DisputeEvidenceService {
  constructor(
    private readonly reads: DisputeReadsService,
    private readonly eventFacts: EventFactsService,
    private readonly invoices: InvoicesService,
    private readonly exports: ExportsService,
  ) {}

  /** The download is audited. @throws DomainError not_found @throws HttpError rate_limited */
  async bundle(administrator: Administrator, disputeId: string): Promise<StreamableFile> {
    const row = await this.reads.row(disputeId);
    const [about, events] = await Promise.all([this.reads.about(row), this.eventFacts.names()]);
    const event = row.eventId === null ? undefined : events.get(row.eventId)?.title;
    const name = `dispute-${disputeId.replaceAll(/[^\w-]/g, "-")}.zip`;
    return this.exports.file({
      ...{ administrator, action: "dispute_evidence_exported", name, type: "application/zip" },
      subjectType: row.subjectType ?? "organisation",
      subjectId: row.subjectId ?? `dispute ${disputeId}`,
      facts: { disputeId, documents: about.invoices.length },
      open: () =>
        zipStream([
          { name: "evidence.txt", content: () => [evidenceText(row, about, event)] },
          ...about.invoices.map(({ id, number }) => ({
            ...{ name: `${number.replaceAll("/", "-")}.pdf`, stored: true },
            content: () => this.pdf(id),
          })),
        ]),
    });
  }

  private async *pdf(id: string): AsyncGenerator<Uint8Array> {
    yield (await this.invoices.pdf(id)).bytes;
  }
}

const moment = (at: Date | null | undefined): string =>
  at === null || at === undefined ? "" : indianMoment(at, "minute");

/** "Name: value", or nothing without a value. */
const fact = (name: string, value: string | null | undefined): string[] =>
  value === null || value === undefined || value === "" ? [] : [`${name}: ${value}`];

function section(title: string, lines: readonly string[], none: string): string[] {
  return ["", title, "-".repeat(title.length), ...(lines.length === 0 ? [none] : lines)];
}

const dated = (all: readonly EvidenceRow[]): string[] => all.map(({ at, what }) => `${moment(at)}  ${what}`);

/** The summary, for people at a bank who know nothing of us. Times are Indian. */
export function evidenceText(row: DisputeRow, about: DisputedSale, event: string | undefined): string {
  const { sale, payments, refunds, mails, arrivals, history, invoices } = about;
  const buyer =
    sale === undefined || sale.erased
      ? []
      : [
          ...fact("Name", sale.name),
          ...fact("Business", sale.business),
          ...fact("E-mail", sale.email),
          ...fact("Phone", sale.phone),
          ...fact("PIN code", sale.place),
        ];
  return [
    `Dispute ${row.disputeId}`,
    ...fact("Order", row.orderId),
    ...fact("Payment", row.paymentId),
    `Disputed amount: Rs ${formatPaise(Number(row.amount))}`,
    ...fact("Reason of the bank", row.reasonCode),
    ...fact("Answer by", moment(row.respondBy)),
    ...section(
      "What was sold",
      [...fact("Sold", sale?.what), ...fact("Event", event), ...fact("Booked", moment(sale?.bookedAt))],
      "Nothing is recorded.",
    ),
    ...section("Buyer", buyer, "The buyer's details are no longer kept."),
    ...section(
      "Consent to the terms",
      [...fact("Given", moment(sale?.consentedAt)), ...fact("Version of the terms", sale?.consentVersion)],
      "None is recorded.",
    ),
    ...section("Payments", dated(payments), "None is recorded."),
    ...section("Refunds", dated(refunds), "Nothing was refunded."),
    ...section(
      "Invoices and credit notes (enclosed)",
      invoices.map(({ at, number }) => `${moment(at)}  ${number}`),
      "None was issued.",
    ),
    ...section("At the gate", dated(arrivals), "No ticket was scanned."),
    ...section("Mails that were sent", dated(mails), "None was sent."),
    ...section("History", dated(history), "None is recorded."),
    "",
  ].join("\r\n");
}
