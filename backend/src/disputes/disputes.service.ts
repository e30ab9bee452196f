import { Injectable } from "@nestjs/common";
import type { DisputesQueryDto } from "@sakhi/domain/admin/disputes.dto";
import { DEFAULT_PAGE_SIZE } from "@sakhi/domain/admin/queries.dto";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { toRupees } from "@sakhi/domain/money/money";
import { disputeUrgency, evidenceOf, papersOfLost } from "@sakhi/domain/payments/dispute.stages";
import { EventFactsService, type EventName } from "../events/event-facts.service.js";
import { Database } from "../platform/database/database.js";
import { type Page, toResponse } from "../platform/http/list-response.js";
import type { DisputeDetailsResponse, DisputeResponse } from "./disputes.response.js";
import {
  ARRIVALS,
  BOOKING_SALE,
  type DisputeRow,
  DISPUTES,
  type EvidenceRow,
  HISTORY,
  type InvoiceRow,
  INVOICES,
  LISTING_SALE,
  MAILS,
  ONE_DISPUTE,
  PAYMENTS,
  REFUNDS,
  type SaleRow,
} from "./disputes.sql.js";

/** What is known about a disputed sale. */
export interface DisputedSale {
  readonly sale: SaleRow | undefined;
  readonly payments: readonly EvidenceRow[];
  readonly refunds: readonly EvidenceRow[];
  readonly mails: readonly EvidenceRow[];
  readonly arrivals: readonly EvidenceRow[];
  readonly history: readonly EvidenceRow[];
  readonly invoices: readonly InvoiceRow[];
}

/** Reads of disputes, and of what there is about their sales. */
@Injectable()
export class DisputeReadsService {
  constructor(
    private readonly database: Database,
    private readonly eventFacts: EventFactsService,
  ) {}

  /** One page of disputes: those that wait for evidence first, by their deadline. */
  async list({ stage, limit = DEFAULT_PAGE_SIZE, offset = 0 }: DisputesQueryDto): Promise<Page<DisputeResponse>> {
    const values = { stage: stage ?? null };
    const [found, total, events] = await Promise.all([
      this.database.query<DisputeRow>(`${DISPUTES} LIMIT :limit OFFSET :offset`, { ...values, limit, offset }),
      this.database.count(DISPUTES, values),
      this.eventFacts.names(),
    ]);
    return { total, rows: found.map((row) => responseOf(row, events)) };
  }

  /** @throws DomainError not_found */
  async details(disputeId: string): Promise<DisputeDetailsResponse> {
    const row = await this.row(disputeId);
    const [events, about] = await Promise.all([this.eventFacts.names(), this.about(row)]);
    const papers = papersOfLost(row.outcome, row.saleStands);
    return {
      ...responseOf(row, events),
      evidence: evidenceOf({
        paid: about.payments.length > 0,
        sold: about.sale !== undefined && about.history.some(({ what }) => what === "sold" || what === "paid"),
        consentedAt: about.sale?.consentedAt ?? undefined,
        invoices: about.invoices.length,
        mailsSent: about.mails.length,
        arrivals: about.arrivals.length,
        isStall: row.subjectType !== "application",
      }).map((item) => ({ ...item })),
      ...(papers === undefined ? {} : { papers }),
    };
  }

  /** @throws DomainError not_found */
  async row(disputeId: string): Promise<DisputeRow> {
    const [found] = await this.database.query<DisputeRow>(ONE_DISPUTE, { disputeId });
    if (found === undefined) throw new DomainError("not_found");
    return found;
  }

  /** What is known about the sale of a dispute; nothing about an order that is not recorded here. */
  async about({ orderId, subjectType, subjectId }: DisputeRow): Promise<DisputedSale> {
    const ofOrder = <Row extends object>(sql: string): Promise<Row[]> =>
      orderId === null ? Promise.resolve([]) : this.database.query<Row>(sql, { orderId });
    const ofSubject = <Row extends object>(sql: string): Promise<Row[]> =>
      subjectId === null ? Promise.resolve([]) : this.database.query<Row>(sql, { subjectId });
    const [[sale], payments, refunds, mails, arrivals, history, invoices] = await Promise.all([
      ofSubject<SaleRow>(subjectType === "application" ? LISTING_SALE : BOOKING_SALE),
      ofOrder<EvidenceRow>(PAYMENTS),
      ofOrder<EvidenceRow>(REFUNDS),
      ofSubject<EvidenceRow>(MAILS),
      ofSubject<EvidenceRow>(ARRIVALS),
      ofSubject<EvidenceRow>(HISTORY),
      ofOrder<InvoiceRow>(INVOICES),
    ]);
    return { sale, payments, refunds, mails, arrivals, history, invoices };
  }
}

function responseOf(
  row: DisputeRow,
  events: ReadonlyMap<number, EventName>,
): Pick<DisputeResponse, keyof DisputeResponse> {
  const { disputeId, orderId, paymentId, amount, status, stage, respondBy, reasonCode, createdAt } = row;
  const { evidenceSentAt, evidenceSentBy, evidenceNote, stallId, subjectType, subjectId, eventId } = row;
  return {
    ...toResponse({ disputeId, orderId, paymentId, status, stage, respondBy, reasonCode, createdAt, stallId }),
    ...toResponse({ evidenceSentAt, evidenceSentBy, evidenceNote }),
    ...toResponse({
      bookingId: subjectType === "booking" ? subjectId : null,
      applicationId: subjectType === "application" ? subjectId : null,
      event: eventId === null ? null : events.get(eventId)?.slug,
    }),
    amount: toRupees(Number(amount)),
    urgency: disputeUrgency(stage, respondBy ?? undefined, new Date()),
  };
}
