import { createHash } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { type Amounts, type GstDocument, sumOf } from "@sakhi/domain/gst/gst-document";
import { findingsOf } from "@sakhi/domain/gst/gstr1.checks";
import {
  numbersOfFigure,
  shownSeries,
  shownSummary,
  shownTables,
  type ShownTable,
} from "@sakhi/domain/gst/gstr1.figures";
import { aboutOf, effectOf, type Pack, packOf } from "@sakhi/domain/gst/gstr1.rules";
import { firstDay, isMonth, lastDay, type Month, monthOf, nextMonth } from "@sakhi/domain/gst/months";
import { type ClosedMonth, nextToClose, reportedIn } from "@sakhi/domain/gst/return-months";
import type { ReturnWords } from "@sakhi/domain/gst/return-words";
import { istDate } from "@sakhi/domain/invoices/indian-dates";
import { toRupees } from "@sakhi/domain/money/money";
import { EventFactsService } from "../events/event-facts.service.js";
import { Database, readClock, rows, type Tx } from "../platform/database/database.js";
import type { Page } from "../platform/http/list-response.js";
import { GstMonthEntity } from "./gst.entities.js";
import type {
  GstAmountsResponse,
  GstDocumentResponse,
  GstMonthResponse,
  GstPackResponse,
  GstTableResponse,
} from "./gst.response.js";
import { DOCUMENTS, documentOf, type DocumentRow, LAST_NUMBERS, MONTHS, SHOWN, type ShownRow } from "./gst.sql.js";

/** A return with what it was made of. */
interface Made {
  readonly pack: Pack;
  readonly documents: readonly GstDocument[];
  readonly closed: readonly ClosedMonth[];
}

/** One page of the documents of a figure, or of all. */
interface DocumentsQuery {
  readonly figure: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** The properties of a response, without its class. */
type Plain<T> = Pick<T, keyof T>;

/** Returns of GST by month, from the invoices and credit notes that were issued. */
@Injectable()
export class GstService {
  constructor(
    private readonly database: Database,
    private readonly eventFacts: EventFactsService,
  ) {}

  /** Every month from the first document to this one, newest first. */
  async months(): Promise<Plain<GstMonthResponse>[]> {
    const [found, closed] = await Promise.all([
      this.database.query<{ month: Month; documents: number }>(MONTHS),
      this.closedMonths(),
    ]);
    const now = monthOf(istDate(new Date()));
    const first = found[0]?.month ?? now;
    const months: Month[] = [];
    for (let month = first; month <= now; month = nextMonth(month)) months.unshift(month);
    const next = nextToClose(closed, first);
    return months.map((month) => {
      const row = closed.find((each) => each.month === month);
      return {
        month,
        documents: found.find((each) => each.month === month)?.documents ?? 0,
        state: row !== undefined ? "closed" : month === now ? "running" : "open",
        closable: month === next && month < now,
        reopenable: row !== undefined && closed.at(-1)?.month === month,
        ...(row === undefined ? {} : { closedAt: row.closedAt.toISOString(), closedBy: row.closedBy }),
      };
    });
  }

  /** The return of a month. @throws DomainError not_found for no month, or one before the first or after this one */
  async pack(month: string, words: ReturnWords): Promise<GstPackResponse> {
    const state = (await this.months()).find((each) => each.month === month);
    if (state === undefined) throw new DomainError("not_found");
    const { pack, documents, closed } = await this.make(month);
    return {
      ...state,
      gstin: pack.gstin,
      tables: shownTables(pack, words).map(tableResponse),
      series: shownSeries(pack).map(({ numbers: _numbers, ...row }) => row),
      summary: shownSummary(pack, words).map(tableResponse),
      sum: rupeesOf(pack.total),
      findings: findingsOf(pack, documents, closed, words).map(({ level, text, numbers }) => ({
        ...{ level, text, numbers: [...numbers] },
      })),
      fingerprint: fingerprintOf(reportedIn(month, documents, closed)),
    };
  }

  /** One page of the documents of a figure, or of all, by day. @throws DomainError not_found */
  async documents(
    month: string,
    { figure, limit, offset }: DocumentsQuery,
    words: ReturnWords,
  ): Promise<Page<GstDocumentResponse>> {
    const { pack } = await this.make(month);
    const numbers = numbersOfFigure(pack, figure);
    if (numbers === undefined) throw new DomainError("not_found");
    const [table = ""] = figure?.split("/") ?? [];
    const isTable = pack.lines.some((line) => line.table === table);
    const all = numbers
      .map((number) => {
        const lines = pack.lines.filter(
          (line) => aboutOf(line).number === number && (!isTable || line.table === table),
        );
        const [first] = lines;
        return first === undefined ? undefined : { document: aboutOf(first), effect: sumOf(lines.map(effectOf)) };
      })
      .filter((one) => one !== undefined)
      .toSorted((a, b) =>
        `${a.document.day} ${a.document.number}` < `${b.document.day} ${b.document.number}` ? -1 : 1,
      );
    const page = all.slice(offset, offset + limit);
    const [shown, events] = await Promise.all([
      this.shown(page.map(({ document }) => document.number)),
      this.eventFacts.names(),
    ]);
    return {
      total: all.length,
      rows: page.map(({ document: { number, kind, day, gstin }, effect }) => {
        const row = shown.get(number);
        const event = events.get(row?.eventId ?? 0)?.slug;
        return {
          ...{ number, title: words.documents[kind], day },
          ...{ name: row?.name ?? "", description: row?.description ?? "" },
          ...(row === undefined ? {} : { invoiceId: row.id }),
          ...(gstin === null ? {} : { gstin }),
          ...(event === undefined ? {} : { event }),
          ...(row?.subjectType === "booking" ? { bookingId: row.subjectId } : {}),
          ...(row?.subjectType === "application" ? { applicationId: row.subjectId } : {}),
          ...rupeesOf(effect),
        };
      }),
    };
  }

  /** A month's return, and the names of its recipients by document. @throws DomainError not_found */
  async named(month: string): Promise<{ readonly pack: Pack; readonly names: ReadonlyMap<string, string> }> {
    const { pack } = await this.make(month);
    const shown = await this.shown([...new Set(pack.lines.map((line) => aboutOf(line).number))]);
    return { pack, names: new Map([...shown].map(([number, { name }]) => [number, name])) };
  }

  /** Ids and numbers of the documents that were issued in a month. @throws DomainError not_found */
  async issuedIn(month: string): Promise<readonly Pick<DocumentRow, "id" | "number">[]> {
    if (!isMonth(month)) throw new DomainError("not_found");
    return this.rows(firstDay(month), lastDay(month));
  }

  /**
   * Closes a month: from now on its return is what it is now, and what comes later is reported by the next open month.
   *
   * @param fingerprint of the return that was looked at
   * @returns the number of documents that it reports
   * @throws DomainError not_found, gst_month_running, gst_month_out_of_order, gst_month_changed
   */
  async close(tx: Tx, month: string, fingerprint: string, by: string): Promise<number> {
    await lock(tx);
    const months = await this.months();
    const found = months.find((each) => each.month === month);
    if (found === undefined) throw new DomainError("not_found");
    if (month >= monthOf(istDate(await readClock(tx)))) throw new DomainError("gst_month_running");
    if (!found.closable) throw new DomainError("gst_month_out_of_order");
    const { documents, closed } = await this.make(month);
    const reported = reportedIn(month, documents, closed);
    if (fingerprintOf(reported) !== fingerprint) throw new DomainError("gst_month_changed");
    await rows(tx, "INSERT INTO gst_months (month, closed_by, reported) VALUES (:month, :by, :reported::jsonb)", {
      ...{ month, by },
      reported: JSON.stringify(reported),
    });
    return reported.length;
  }

  /** Opens the last closed month again. @throws DomainError not_found, gst_month_out_of_order */
  async reopen(tx: Tx, month: string): Promise<void> {
    await lock(tx);
    const found = (await this.months()).find((each) => each.month === month);
    if (found === undefined) throw new DomainError("not_found");
    if (!found.reopenable) throw new DomainError("gst_month_out_of_order");
    await tx.delete(GstMonthEntity, { month });
  }

  private async make(month: string): Promise<Made> {
    if (!isMonth(month)) throw new DomainError("not_found");
    const closed = await this.closedMonths();
    // Only the first open month reports what came to earlier ones later.
    const takesLate = closed.length > 0 && nextToClose(closed, undefined) === month;
    const [found, last, { organisation }] = await Promise.all([
      this.rows(takesLate ? null : firstDay(month), lastDay(month)),
      this.database.query<{ series: string; last: number }>(LAST_NUMBERS, { from: firstDay(month) }),
      this.eventFacts.current(),
    ]);
    const documents = found.map(documentOf);
    const lastNumbers = new Map(last.map(({ series, last: number }) => [series, number]));
    return { pack: packOf({ month, gstin: organisation.gstin, documents, closed, lastNumbers }), documents, closed };
  }

  private rows(from: string | null, to: string): Promise<DocumentRow[]> {
    return this.database.query<DocumentRow>(DOCUMENTS, { from, to });
  }

  private closedMonths(): Promise<GstMonthEntity[]> {
    return this.database.repository(GstMonthEntity).find({ order: { month: "ASC" } });
  }

  private async shown(numbers: readonly string[]): Promise<ReadonlyMap<string, ShownRow>> {
    const found = await this.database.query<ShownRow>(SHOWN, { numbers });
    return new Map(found.map((row) => [row.number, row]));
  }
}

/** One closes or opens at a time. */
async function lock(tx: Tx): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('gst-months', 0))");
}

const fingerprintOf = (reported: unknown): string =>
  createHash("sha256").update(JSON.stringify(reported)).digest("hex").slice(0, 32);

const rupeesOf = ({ taxable, igst, cgst, sgst, total }: Amounts): Plain<GstAmountsResponse> => ({
  ...{ taxable: toRupees(taxable), total: toRupees(total) },
  ...{ igst: toRupees(igst), cgst: toRupees(cgst), sgst: toRupees(sgst) },
});

function tableResponse({ number, title, figures }: ShownTable): GstTableResponse {
  return {
    ...{ number, title },
    figures: figures.map(({ figure, title: of, numbers, ...amounts }) => ({
      ...{ figure, title: of, documents: numbers.length },
      ...rupeesOf(amounts),
    })),
  };
}
