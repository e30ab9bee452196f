import { Injectable, StreamableFile } from "@nestjs/common";
import type { AccountsQueryDto } from "@sakhi/domain/admin/accounts-query.dto";
import { LISTING_FEE_PAISE } from "@sakhi/domain/listings/listing.rules";
import type { Paise } from "@sakhi/domain/money/money";
import type { Administrator } from "../accounts/administrator.js";
import { AuditLog } from "../accounts/audit-log.service.js";
import { Database } from "../platform/database/database.js";
import { ACCOUNTS, abandonedStatement, type AbandonedRow, type AccountsRow } from "./accounts-export.sql.js";
import { BYTE_ORDER_MARK, csvLine } from "./csv.js";
import { dayOf, indianTime } from "./registrations.service.js";

/** A column: its name, its text for a row, and whether the last line adds it up. */
interface Column<Row> {
  readonly name: string;
  readonly cell: (row: Row) => string;
  /** Paise, added up in the last line. */
  readonly paise?: (row: Row) => Paise | undefined;
}

const text = <Row>(name: string, cell: (row: Row) => string | null | undefined): Column<Row> => ({
  name,
  cell: (row) => cell(row) ?? "",
});
const amount = <Row>(name: string, paise: (row: Row) => Paise | undefined): Column<Row> => ({
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

/** What a document says, with the sign it has in the accounts: a credit note takes back. */
function signed(row: AccountsRow, paise: (content: NonNullable<AccountsRow["content"]>) => Paise): Paise | undefined {
  if (row.content === null) return undefined;
  const value = paise(row.content);
  return row.kind === "credit_note" ? -value : value;
}

const head = (...names: readonly string[]): Column<AccountsRow> =>
  amount(names.join("/"), (row) =>
    signed(row, ({ tax }) =>
      tax.heads.filter(({ name }) => names.includes(name)).reduce((sum, { paise }) => sum + paise, 0),
    ),
  );

const paiseOf = (bigint: string | null): Paise | undefined => (bigint === null ? undefined : Number(bigint));

function itemOf({ content }: AccountsRow): string {
  if (content === null) return "";
  return content.booking?.stallId ?? content.application?.brandName ?? content.line.description;
}

function soldAs({ content, subjectType }: AccountsRow): string {
  const stall = content === null ? subjectType === "booking" : content.line.product === "stall";
  return stall ? "Stall" : "Listing";
}

/** The columns of the accounts; amounts in rupees with two decimals. */
const ACCOUNTS_COLUMNS: readonly Column<AccountsRow>[] = [
  text("Document", ({ kind }) => DOCUMENTS[kind]),
  text("Number", ({ number }) => number),
  text("Date", ({ at }) => dayOf(at)),
  text("Against Invoice", ({ content }) => content?.credit?.invoiceNumber),
  text("Order ID", ({ orderId }) => orderId),
  text("Sold", soldAs),
  text("Item", itemOf),
  text("Buyer", ({ content }) => content?.recipient.name),
  text("Business", ({ content }) => content?.recipient.businessName),
  text("GSTIN", ({ content }) => content?.recipient.gstin),
  text("Place of Supply", ({ content }) =>
    content === null ? "" : `${content.placeOfSupply.code} ${content.placeOfSupply.name}`,
  ),
  text("SAC", ({ content }) => content?.line.sac),
  amount("List Price", (row) => signed(row, ({ line }) => line.pricePaise)),
  text("Coupon", ({ content }) => content?.line.couponCode),
  amount("Discount", (row) => signed(row, ({ line }) => line.discountPaise)),
  amount("Invoice Value", (row) => signed(row, ({ tax }) => tax.totalPaise)),
  amount("Taxable Value", (row) => signed(row, ({ tax }) => tax.taxablePaise)),
  head("CGST"),
  head("SGST", "UTGST"),
  head("IGST"),
  amount("Amount Paid", ({ paidPaise }) => paiseOf(paidPaise)),
  text("Payment Reference", ({ paymentId }) => paymentId),
  text("Payment Mode", ({ paymentMode }) => paymentMode),
  text("Paid At", ({ paidAt }) => paidAt && indianTime(paidAt)),
  amount("Amount Refunded", ({ refundedPaise, refundState }) =>
    refundState === "failed" ? 0 : paiseOf(refundedPaise),
  ),
  text("Refund Reference", ({ refundId }) => refundId),
  text("Refund State", ({ refundState }) => refundState),
  text("Refunded At", ({ refundedAt }) => refundedAt && indianTime(refundedAt)),
];

const ABANDONED_COLUMNS: readonly Column<AbandonedRow>[] = [
  text("Tried to Buy", ({ what }) => what),
  text("Item", ({ item }) => item),
  text("Order ID", ({ orderId }) => orderId),
  text("Full Name", ({ fullName }) => fullName),
  text("Email", ({ email }) => email),
  text("Phone", ({ phone }) => phone),
  text("Business Name", ({ businessName }) => businessName),
  amount("Price", ({ pricePaise }) => paiseOf(pricePaise)),
  text("Coupon", ({ couponCode }) => couponCode),
  amount("Amount Due", ({ duePaise }) => paiseOf(duePaise)),
  text("Registered At", ({ at }) => indianTime(at)),
  text("Ended At", ({ endedAt }) => endedAt && indianTime(endedAt)),
  text("Why", ({ why }) => why),
];

/**
 * Files for the accounts (UTF-8 with a byte order mark): what was sold with its tax documents and refunds, totals in the
 * last line; and, apart from it, who did not pay. Who downloads one stands in the audit log.
 */
@Injectable()
export class AccountsExport {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditLog,
  ) {}

  /** Invoices, credit notes, payments and refunds of these days, with their sums to the paisa. */
  async accounts(administrator: Administrator, days: AccountsQueryDto): Promise<StreamableFile> {
    const rows = await this.database.query<AccountsRow>(ACCOUNTS, [days.from ?? null, days.to ?? null]);
    const total = ACCOUNTS_COLUMNS.map(({ paise }, index) => {
      if (index === 0) return "Total";
      return paise === undefined ? "" : rupeesOf(rows.reduce((sum, row) => sum + (paise(row) ?? 0), 0));
    });
    return this.file(administrator, "accounts", days, rows.length, [
      ...linesOf(ACCOUNTS_COLUMNS, rows),
      csvLine(total),
    ]);
  }

  /** Registrations and applications of these days that ended unpaid. */
  async abandoned(administrator: Administrator, days: AccountsQueryDto): Promise<StreamableFile> {
    const rows = await this.database.query<AbandonedRow>(abandonedStatement(LISTING_FEE_PAISE), [
      days.from ?? null,
      days.to ?? null,
    ]);
    return this.file(administrator, "abandoned", days, rows.length, linesOf(ABANDONED_COLUMNS, rows));
  }

  private async file(
    administrator: Administrator,
    what: "accounts" | "abandoned",
    { from, to }: AccountsQueryDto,
    rows: number,
    lines: readonly string[],
  ): Promise<StreamableFile> {
    const name = `mela-${what}-${dayOf(new Date())}.csv`;
    await this.database.transaction((tx) =>
      this.audit.record(tx, {
        administrator,
        action: `${what}_exported`,
        subjectType: "registrations",
        subjectId: name,
        after: { rows, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) },
      }),
    );
    return new StreamableFile(Buffer.from(BYTE_ORDER_MARK + lines.join(""), "utf8"), {
      type: "text/csv; charset=utf-8",
      disposition: `attachment; filename="${name}"`,
    });
  }
}

function linesOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string[] {
  return [
    csvLine(columns.map(({ name }) => name)),
    ...rows.map((row) => csvLine(columns.map(({ cell }) => cell(row)))),
  ];
}

/** Paise as rupees with two decimals, exactly: 2430000 is "24300.00". */
function rupeesOf(paise: Paise | undefined): string {
  if (paise === undefined) return "";
  const whole = Math.trunc(Math.abs(paise) / 100);
  return `${paise < 0 ? "-" : ""}${whole}.${String(Math.abs(paise) % 100).padStart(2, "0")}`;
}
