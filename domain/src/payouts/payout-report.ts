import { readAmount } from "../fields/amounts.js";
import { readCsv, type ReadCell } from "../fields/csv-reading.js";
import type { Paise } from "../money/money.js";
import { PAYOUT_EVENT, payoutLineKind, type ReportedLine, type ReportedPayout, signedAmounts } from "./payout-lines.js";

/** Names of columns in the provider's files, letters and digits only. Its dashboard and its API name them differently. */
const COLUMNS = {
  payoutId: ["cfsettlementid", "settlementid"],
  utr: ["settlementutr", "utr", "utrno", "utrnumber", "transferutr"],
  paidAt: ["settlementdate", "settledon", "settlementtime", "settlementprocessedon", "settlementdatetime"],
  type: ["eventtype", "transactiontype", "entitytype", "type"],
  eventId: ["eventid", "transactionid", "referenceid"],
  status: ["eventstatus", "settlementstatus", "status"],
  saleType: ["saletype", "creditdebit", "drcr"],
  orderId: ["orderid", "merchantorderid"],
  paymentId: ["cfpaymentid", "paymentid"],
  refundId: ["refundid", "merchantrefundid"],
  gross: ["eventamount", "transactionamount", "amount", "paymentamount"],
  fee: ["paymentservicecharge", "servicecharge", "servicecharges", "fee", "fees"],
  tax: ["paymentservicetax", "servicetax", "gst", "servicegst", "tax"],
  net: ["eventsettlementamount", "netsettlementamount", "netamount", "settlementamount"],
  at: ["eventtime", "transactiontime", "paymenttime", "transactiondate"],
  amountSettled: ["amountsettled"],
  payoutFee: ["settlementcharge"],
  payoutTax: ["settlementtax"],
} as const;
type ColumnName = keyof typeof COLUMNS;

/** A file that was read, or why it was not: one sentence with the line. */
export type ReadReport =
  | {
      readonly lines: readonly ReportedLine[];
      readonly payouts: readonly ReportedPayout[];
      /** Lines of money that is not in a payout yet. */
      readonly waiting: number;
      readonly problem?: undefined;
    }
  | { readonly problem: string };

const ID = /^[\w./:-]{1,100}$/;

/** Longest cell that may be an amount or a time; the patterns below see nothing longer. */
const MAX_CELL = 40;

const shown = (text: string): string => (text.length > MAX_CELL ? `${text.slice(0, MAX_CELL)}…` : text);

class Unreadable extends Error {}

/** An instant as the files write it: ISO 8601, or a day with or without a time; without a zone it is Indian time. */
export function readReportTime(text: string): Date | undefined {
  if (text.length > MAX_CELL) return undefined;
  const iso = text
    .trim()
    .replace(/^(\d{1,2})[-/](\d{1,2})[-/](\d{4})/, (_, day: string, month: string, year: string) =>
      [year, month.padStart(2, "0"), day.padStart(2, "0")].join("-"),
    );
  const parts = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/.exec(iso);
  if (parts === null) return undefined;
  const [, day = "", time = "00:00", zone = "+05:30"] = parts;
  const at = new Date(`${day}T${time}${zone}`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** Rupees of a file; a minus or brackets mean less than nothing. */
function paiseIn(text: string): Paise | undefined {
  if (text.length > MAX_CELL) return undefined;
  const written = text.trim();
  const inBrackets = written.startsWith("(") && written.endsWith(")");
  const negative = inBrackets || written.startsWith("-");
  const { amount } = readAmount(inBrackets ? written.slice(1, -1) : written.replace(/^-/, ""));
  if (amount === undefined) return undefined;
  const paise = Math.round(amount * 100);
  return negative ? 0 - paise : paise;
}

/** The cells of a row by their column. */
class Row {
  constructor(
    private readonly cells: readonly ReadCell[],
    private readonly columns: ReadonlyMap<ColumnName, number>,
  ) {}

  get line(): number {
    return this.cells[0]?.line ?? 0;
  }

  text(name: ColumnName): string | undefined {
    const at = this.columns.get(name);
    const text = at === undefined ? "" : (this.cells[at]?.text ?? "");
    return text === "" || /^(?:na|n\/a|null|-)$/i.test(text) ? undefined : text;
  }

  id(name: ColumnName): string | undefined {
    const text = this.text(name);
    if (text !== undefined && !ID.test(text)) throw new Unreadable(`“${shown(text)}” in line ${this.line} is no id.`);
    return text;
  }

  paise(name: ColumnName): Paise | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const paise = paiseIn(text);
    if (paise === undefined) throw new Unreadable(`“${shown(text)}” in line ${this.line} is no amount in rupees.`);
    return paise;
  }

  time(name: ColumnName): Date | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const at = readReportTime(text);
    if (at === undefined) throw new Unreadable(`“${shown(text)}” in line ${this.line} is no date.`);
    return at;
  }
}

/** Where each column is; the first of its names that the head has. */
function columnsOf(head: readonly ReadCell[]): ReadonlyMap<ColumnName, number> {
  const names = head.map(({ text }) => text.toLowerCase().replace(/[^a-z0-9]/g, ""));
  const found = new Map<ColumnName, number>();
  for (const [column, known] of Object.entries(COLUMNS)) {
    const at = known.map((name) => names.indexOf(name)).find((index) => index >= 0);
    if (at !== undefined) found.set(column as ColumnName, at);
  }
  return found;
}

function lineOf(row: Row, payoutId: string, eventType: string): ReportedLine {
  const kind = payoutLineKind(eventType);
  const [paymentId, refundId] = [row.id("paymentId"), row.id("refundId")];
  const eventId = row.id("eventId") ?? (kind === "payment" ? paymentId : (refundId ?? paymentId));
  if (eventId === undefined) throw new Unreadable(`Line ${row.line} has no id of its payment or refund.`);
  const gross = row.paise("gross");
  if (gross === undefined) throw new Unreadable(`Line ${row.line} has no amount.`);
  const amounts = signedAmounts(kind, row.text("saleType"), {
    ...{ gross, fee: row.paise("fee") ?? 0, tax: row.paise("tax") ?? 0 },
    net: row.paise("net"),
  });
  return {
    ...{ payoutId, kind, eventType, eventId, paymentId, refundId, ...amounts },
    ...{ utr: row.id("utr"), paidAt: row.time("paidAt"), orderId: row.id("orderId"), at: row.time("at") },
  };
}

function payoutOf(row: Row, payoutId: string): ReportedPayout {
  return {
    ...{ payoutId, utr: row.id("utr"), status: row.text("status"), paidAt: row.time("paidAt") },
    amountPaise: row.paise("amountSettled") ?? row.paise("net"),
    feePaise: row.paise("payoutFee") ?? 0,
    feeTaxPaise: row.paise("payoutTax") ?? 0,
  };
}

/** Reads the provider's report of payouts from its CSV: names of columns, dates and amounts as its dashboard and API write them. */
export function readPayoutReport(file: string): ReadReport {
  const { rows, problems } = readCsv(file);
  const [problem] = problems;
  if (problem !== undefined) return { problem: `In line ${problem.line}: ${problem.message}.` };
  const [head = [], ...body] = rows;
  const columns = columnsOf(head);
  const missing = (
    [
      ["payoutId", "Settlement Id"],
      ["type", "Event Type"],
      ["gross", "Event Amount"],
    ] as const
  ).filter(([name]) => !columns.has(name));
  if (missing.length > 0) {
    const names = missing.map(([, title]) => `“${title}”`).join(", ");
    return { problem: `Its first line has no column ${names}. Please export the provider's Settlement Recon report.` };
  }
  const lines: ReportedLine[] = [];
  const payouts: ReportedPayout[] = [];
  let waiting = 0;
  try {
    for (const cells of body) {
      const row = new Row(cells, columns);
      const payoutId = row.id("payoutId");
      const type = (row.text("type") ?? "").toUpperCase().replaceAll(" ", "_");
      if (type === "") throw new Unreadable(`Line ${row.line} does not say what it is.`);
      if (payoutId === undefined) waiting += 1;
      else if (type === PAYOUT_EVENT) payouts.push(payoutOf(row, payoutId));
      else lines.push(lineOf(row, payoutId, type));
    }
  } catch (error) {
    if (error instanceof Unreadable) return { problem: error.message };
    throw error;
  }
  return { lines, payouts, waiting };
}
