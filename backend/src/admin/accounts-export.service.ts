import { Injectable, type StreamableFile } from "@nestjs/common";
import type { AccountsQueryDto } from "@sakhi/domain/admin/queries.dto";
import { ALL_EVENTS } from "@sakhi/domain/fields/all-events";
import { BYTE_ORDER_MARK, csvLine } from "@sakhi/domain/fields/csv";
import { istDate } from "@sakhi/domain/invoices/indian-dates";
import { LISTING_FEE_PAISE } from "@sakhi/domain/listings/listing.rules";
import type { Paise } from "@sakhi/domain/money/money";
import type { Administrator } from "../accounts/administrator.js";
import { AuditLogService } from "../accounts/audit-log.service.js";
import { type RequestedEvent, EventFactsService, type EventName } from "../events/event-facts.service.js";
import { Database } from "../platform/database/database.js";
import { ACCOUNTS, abandonedStatement, type AbandonedRow, type AccountsRow } from "./accounts-export.sql.js";
import { csvFile, EVENT_COLUMN, exportName } from "./csv-file.js";
import { indianTime } from "./registrations.service.js";

/** A CSV column. */
interface Column<Row> {
  readonly name: string;
  readonly cell: (row: Row, events: EventNames) => string;
  /** The amount in paise, for columns with a total. */
  readonly paise?: (row: Row) => Paise | undefined;
}

type EventNames = ReadonlyMap<number, EventName>;

const textColumn = <Row>(name: string, cell: (row: Row) => string | null | undefined): Column<Row> => ({
  name,
  cell: (row) => cell(row) ?? "",
});
const eventColumn: Column<{ readonly eventId: number | null }> = {
  name: EVENT_COLUMN,
  cell: ({ eventId }, events) => (eventId === null ? "" : (events.get(eventId)?.title ?? "")),
};
const amountColumn = <Row>(name: string, paise: (row: Row) => Paise | undefined): Column<Row> => ({
  name,
  paise,
  cell: (row) => rupeesOf(paise(row)),
});

const DOCUMENTS: Readonly<Record<AccountsRow["kind"], string>> = {
  invoice: "Invoice",
  credit_note: "Credit note",
  payment: "Payment without sale",
  refund: "Refund without invoice",
};

/** An amount of a document, negative for a credit note. */
function signed(row: AccountsRow, paise: (content: NonNullable<AccountsRow["content"]>) => Paise): Paise | undefined {
  if (row.content === null) return undefined;
  const value = paise(row.content);
  return row.kind === "credit_note" ? -value : value;
}

const taxColumn = (...names: readonly string[]): Column<AccountsRow> =>
  amountColumn(names.join("/"), (row) =>
    signed(row, ({ tax }) =>
      tax.heads.filter(({ name }) => names.includes(name)).reduce((sum, { paise }) => sum + paise, 0),
    ),
  );

const paiseOf = (bigint: string | null): Paise | undefined => (bigint === null ? undefined : Number(bigint));

/** What was sold, in the words of the document: "Stall B1 (Standard) at the Mela, …" on invoices and credit notes alike. */
function itemOf({ content }: AccountsRow): string {
  if (content === null) return "";
  return content.application?.brandName ?? content.line.description;
}

function soldAs({ content, subjectType }: AccountsRow): string {
  const stall = content === null ? subjectType === "booking" : content.line.product === "stall";
  return stall ? "Stall" : "Listing";
}

/** Amounts are in rupees with two decimals. */
const ACCOUNTS_COLUMNS: readonly Column<AccountsRow>[] = [
  textColumn("Document", ({ kind }) => DOCUMENTS[kind]),
  textColumn("Number", ({ number }) => number),
  textColumn("Date", ({ at }) => istDate(at)),
  textColumn("Against Invoice", ({ content }) => content?.credit?.invoiceNumber),
  textColumn("Order ID", ({ orderId }) => orderId),
  textColumn("Sold", soldAs),
  textColumn("Item", itemOf),
  textColumn("Buyer", ({ content }) => content?.recipient.name),
  textColumn("Business", ({ content }) => content?.recipient.businessName),
  textColumn("GSTIN", ({ content }) => content?.recipient.gstin),
  textColumn("Place of Supply", ({ content }) =>
    content === null ? "" : `${content.placeOfSupply.code} ${content.placeOfSupply.name}`,
  ),
  textColumn("SAC", ({ content }) => content?.line.sac),
  amountColumn("List Price", (row) => signed(row, ({ line }) => line.pricePaise)),
  textColumn("Coupon", ({ content }) => content?.line.couponCode),
  amountColumn("Discount", (row) => signed(row, ({ line }) => line.discountPaise)),
  amountColumn("Invoice Value", (row) => signed(row, ({ tax }) => tax.totalPaise)),
  amountColumn("Taxable Value", (row) => signed(row, ({ tax }) => tax.taxablePaise)),
  taxColumn("CGST"),
  taxColumn("SGST", "UTGST"),
  taxColumn("IGST"),
  amountColumn("Amount Paid", ({ paidPaise }) => paiseOf(paidPaise)),
  textColumn("Payment Reference", ({ paymentId }) => paymentId),
  textColumn("Payment Mode", ({ paymentMode }) => paymentMode),
  textColumn("Paid At", ({ paidAt }) => paidAt && indianTime(paidAt)),
  amountColumn("Amount Refunded", ({ refundedPaise, refundState }) =>
    refundState === "failed" ? 0 : paiseOf(refundedPaise),
  ),
  textColumn("Refund Reference", ({ refundId }) => refundId),
  textColumn("Refund State", ({ refundState }) => refundState),
  textColumn("Refunded At", ({ refundedAt }) => refundedAt && indianTime(refundedAt)),
  eventColumn,
];

const ABANDONED_COLUMNS: readonly Column<AbandonedRow>[] = [
  textColumn("Tried to Buy", ({ what }) => what),
  textColumn("Item", ({ item }) => item),
  textColumn("Order ID", ({ orderId }) => orderId),
  textColumn("Full Name", ({ fullName }) => fullName),
  textColumn("Email", ({ email }) => email),
  textColumn("Phone", ({ phone }) => phone),
  textColumn("Business Name", ({ businessName }) => businessName),
  amountColumn("Price", ({ pricePaise }) => paiseOf(pricePaise)),
  textColumn("Coupon", ({ couponCode }) => couponCode),
  amountColumn("Amount Due", ({ duePaise }) => paiseOf(duePaise)),
  textColumn("Registered At", ({ at }) => indianTime(at)),
  textColumn("Ended At", ({ endedAt }) => endedAt && indianTime(endedAt)),
  textColumn("Why", ({ why }) => why),
  eventColumn,
];

/**
 * CSV files for accounting (UTF-8 with a byte order mark): sales with tax documents and refunds, and a separate file of
 * unpaid registrations. Every download is audited.
 */
@Injectable()
export class AccountsExportService {
  constructor(
    private readonly database: Database,
    private readonly auditLog: AuditLogService,
    private readonly eventFacts: EventFactsService,
  ) {}

  /**
   * Invoices, credit notes, payments and refunds of these days, and a row of totals. Of one event, its stalls only; of all,
   * the listings too.
   *
   * @throws DomainError event_required, event_not_found
   */
  async accounts(administrator: Administrator, range: AccountsQueryDto): Promise<StreamableFile> {
    const event = await this.eventFacts.exported(range.event);
    const rows = await this.database.query<AccountsRow>(ACCOUNTS, parametersOf(range, event));
    const total = ACCOUNTS_COLUMNS.map(({ paise }, index) => {
      if (index === 0) return "Total";
      return paise === undefined ? "" : rupeesOf(rows.reduce((sum, row) => sum + (paise(row) ?? 0), 0));
    });
    return this.file(administrator, "accounts", range, event, rows.length, [
      ...linesOf(ACCOUNTS_COLUMNS, rows, await this.eventFacts.names()),
      csvLine(total),
    ]);
  }

  /**
   * Registrations and applications of these days that ended unpaid.
   *
   * @throws DomainError event_required, event_not_found
   */
  async abandoned(administrator: Administrator, range: AccountsQueryDto): Promise<StreamableFile> {
    const event = await this.eventFacts.exported(range.event);
    const statement = abandonedStatement(LISTING_FEE_PAISE);
    const rows = await this.database.query<AbandonedRow>(statement, parametersOf(range, event));
    const lines = linesOf(ABANDONED_COLUMNS, rows, await this.eventFacts.names());
    return this.file(administrator, "abandoned", range, event, rows.length, lines);
  }

  private async file(
    administrator: Administrator,
    what: "accounts" | "abandoned",
    { from, to }: AccountsQueryDto,
    event: RequestedEvent | undefined,
    rows: number,
    lines: readonly string[],
  ): Promise<StreamableFile> {
    const name = exportName(`mela-${what}`, event);
    await this.database.transaction((tx) =>
      this.auditLog.record(tx, {
        administrator,
        action: `${what}_exported`,
        subjectType: "registrations",
        subjectId: name,
        after: {
          rows,
          ...(from === undefined ? {} : { from }),
          ...(to === undefined ? {} : { to }),
          event: event?.slug ?? ALL_EVENTS,
        },
      }),
    );
    return csvFile(name, Buffer.from(BYTE_ORDER_MARK + lines.join(""), "utf8"));
  }
}

function parametersOf({ from, to }: AccountsQueryDto, event: RequestedEvent | undefined): unknown[] {
  return [from ?? null, to ?? null, event?.id ?? null];
}

function linesOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[], events: EventNames): string[] {
  return [
    csvLine(columns.map(({ name }) => name)),
    ...rows.map((row) => csvLine(columns.map(({ cell }) => cell(row, events)))),
  ];
}

/** Paise as rupees with two decimals: 2430000 is "24300.00". */
function rupeesOf(paise: Paise | undefined): string {
  if (paise === undefined) return "";
  const whole = Math.trunc(Math.abs(paise) / 100);
  return `${paise < 0 ? "-" : ""}${whole}.${String(Math.abs(paise) % 100).padStart(2, "0")}`;
}
