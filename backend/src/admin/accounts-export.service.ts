import { Injectable, type StreamableFile } from "@nestjs/common";
import type { AccountsQueryDto } from "@sakhi/domain/admin/queries.dto";
import type { Cell, FileColumn, FileFormat } from "@sakhi/domain/fields/cells";
import { DOCUMENT_KINDS } from "@sakhi/domain/gst/gst-document";
import { istDate } from "@sakhi/domain/invoices/indian-dates";
import { LISTING_FEE_PAISE } from "@sakhi/domain/listings/listing.rules";
import type { Paise } from "@sakhi/domain/money/money";
import type { Administrator } from "../accounts/administrator.js";
import { EVENT_COLUMN, ExportsService } from "../accounts/exports.service.js";
import { EventFactsService, type EventName } from "../events/event-facts.service.js";
import { Database } from "../platform/database/database.js";
import { ACCOUNTS, abandonedStatement, type AbandonedRow, type AccountsRow } from "./accounts-export.sql.js";

type EventNames = ReadonlyMap<number, EventName>;

const column = <Row>(name: string, cell: (row: Row) => Cell): FileColumn<Row> => ({ name, cell });
/** An amount; nothing where there is none. */
const amount = <Row>(name: string, paise: (row: Row) => Paise | undefined): FileColumn<Row> => ({
  name,
  total: true,
  cell: (row) => {
    const value = paise(row);
    return value === undefined ? undefined : { paise: value };
  },
});
const momentOf = (at: Date | null): Cell => at && { at };

const DOCUMENTS: Readonly<Record<AccountsRow["kind"], string>> = {
  invoice: DOCUMENT_KINDS.invoice.label,
  credit_note: DOCUMENT_KINDS.credit_note.label,
  debit_note: DOCUMENT_KINDS.debit_note.label,
  payment: "Payment without sale",
  refund: "Refund without invoice",
};

/** An amount of a document, negative for a credit note. */
function signed(row: AccountsRow, paise: (content: NonNullable<AccountsRow["content"]>) => Paise): Paise | undefined {
  if (row.content === null) return undefined;
  const value = paise(row.content);
  return row.kind === "credit_note" ? -value : value;
}

const taxColumn = (...names: readonly string[]): FileColumn<AccountsRow> =>
  amount<AccountsRow>(names.join("/"), (row) =>
    signed(row, ({ tax }) =>
      tax.heads.filter(({ name }) => names.includes(name)).reduce((sum, { paise }) => sum + paise, 0),
    ),
  );

const paiseOf = (bigint: string | null): Paise | undefined => (bigint === null ? undefined : Number(bigint));

/** What was sold, in the words of the document: "Stall B1 (Standard) at the Mela, …" on invoices and notes alike. */
function itemOf({ content }: AccountsRow): string {
  if (content === null) return "";
  return content.application?.brandName ?? content.line.description;
}

function soldAs({ content, subjectType }: AccountsRow): string {
  const stall = content === null ? subjectType === "booking" : content.line.product === "stall";
  return stall ? "Stall" : "Listing";
}

/** Amounts are in rupees with two decimals. */
const ACCOUNTS_COLUMNS: readonly FileColumn<AccountsRow>[] = [
  column("Document", ({ kind }) => DOCUMENTS[kind]),
  column("Number", ({ number }) => number),
  column("Date", ({ at }) => ({ day: istDate(at) })),
  column("Against Invoice", ({ content }) => (content?.credit ?? content?.debit)?.invoiceNumber),
  column("Order ID", ({ orderId }) => orderId),
  column("Sold", soldAs),
  column("Item", itemOf),
  column("Buyer", ({ content }) => content?.recipient.name),
  column("Business", ({ content }) => content?.recipient.businessName),
  column("GSTIN", ({ content }) => content?.recipient.gstin),
  column("Place of Supply", ({ content }) =>
    content === null ? "" : `${content.placeOfSupply.code} ${content.placeOfSupply.name}`,
  ),
  column("SAC", ({ content }) => content?.line.sac),
  amount("List Price", (row) => signed(row, ({ line }) => line.pricePaise)),
  column("Coupon", ({ content }) => content?.line.couponCode),
  amount("Discount", (row) => signed(row, ({ line }) => line.discountPaise)),
  amount("Invoice Value", (row) => signed(row, ({ tax }) => tax.totalPaise)),
  amount("Taxable Value", (row) => signed(row, ({ tax }) => tax.taxablePaise)),
  taxColumn("CGST"),
  taxColumn("SGST", "UTGST"),
  taxColumn("IGST"),
  amount("Amount Paid", ({ paidPaise }) => paiseOf(paidPaise)),
  column("Payment Reference", ({ paymentId }) => paymentId),
  column("Payment Mode", ({ paymentMode }) => paymentMode),
  column("Paid At", ({ paidAt }) => momentOf(paidAt)),
  amount("Amount Refunded", ({ refundedPaise, refundState }) =>
    refundState === "failed" ? 0 : paiseOf(refundedPaise),
  ),
  column("Refund Reference", ({ refundId }) => refundId),
  column("Refund State", ({ refundState }) => refundState),
  column("Refunded At", ({ refundedAt }) => momentOf(refundedAt)),
];

const ABANDONED_COLUMNS: readonly FileColumn<AbandonedRow>[] = [
  column("Tried to Buy", ({ what }) => what),
  column("Item", ({ item }) => item),
  column("Order ID", ({ orderId }) => orderId),
  column("Full Name", ({ fullName }) => fullName),
  column("Email", ({ email }) => email),
  column("Phone", ({ phone }) => phone),
  column("Business Name", ({ businessName }) => businessName),
  column("Price", ({ pricePaise }) => ({ paise: Number(pricePaise) })),
  column("Coupon", ({ couponCode }) => couponCode),
  column("Amount Due", ({ duePaise }) => ({ paise: Number(duePaise) })),
  column("Registered At", ({ at }) => ({ at })),
  column("Ended At", ({ endedAt }) => momentOf(endedAt)),
  column("Why", ({ why }) => why),
];

/** The event of a row, the last column of both files. */
const eventColumn = (events: EventNames): FileColumn<{ readonly eventId: number | null }> => ({
  name: EVENT_COLUMN,
  cell: ({ eventId }) => (eventId === null ? "" : events.get(eventId)?.title),
});

/** Files for accounting: sales with tax documents and refunds, and a separate file of unpaid registrations. */
@Injectable()
export class AccountsExportService {
  constructor(
    private readonly database: Database,
    private readonly exports: ExportsService,
    private readonly eventFacts: EventFactsService,
  ) {}

  /**
   * Invoices, credit and debit notes, payments and refunds of these days, and a row of totals. Of one event, its stalls only; of all,
   * the listings too.
   *
   * @throws DomainError event_required, event_not_found
   * @throws HttpError rate_limited
   */
  accounts(administrator: Administrator, query: AccountsQueryDto, format: FileFormat): Promise<StreamableFile> {
    return this.file(administrator, query, format, "accounts", ACCOUNTS, ACCOUNTS_COLUMNS);
  }

  /**
   * Registrations and applications of these days that ended unpaid.
   *
   * @throws DomainError event_required, event_not_found
   * @throws HttpError rate_limited
   */
  abandoned(administrator: Administrator, query: AccountsQueryDto, format: FileFormat): Promise<StreamableFile> {
    const statement = abandonedStatement(LISTING_FEE_PAISE);
    return this.file(administrator, query, format, "abandoned", statement, ABANDONED_COLUMNS);
  }

  private async file<Row extends { readonly eventId: number | null }>(
    administrator: Administrator,
    { from, to, event: named }: AccountsQueryDto,
    format: FileFormat,
    what: "accounts" | "abandoned",
    statement: string,
    columns: readonly FileColumn<Row>[],
  ): Promise<StreamableFile> {
    const event = await this.eventFacts.exported(named);
    const parameters = [from ?? null, to ?? null, event?.id ?? null];
    return this.exports.table<Row>({
      ...{
        administrator,
        action: `${what}_exported`,
        subjectType: "registrations",
        what: `mela-${what}`,
        format,
        event,
      },
      period: { from, to },
      columns: [...columns, eventColumn(await this.eventFacts.names())],
      rows: () => this.database.batches<Row>(statement, parameters),
      count: await this.database.count(statement, parameters),
    });
  }
}
