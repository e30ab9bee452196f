import { Injectable, Logger } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import { payoutLineKey, payoutState, type ReportedLine, type ReportedPayout } from "@sakhi/domain/payouts/payout-lines";
import { readPayoutReport } from "@sakhi/domain/payouts/payout-report";
import { ResolutionHandlersService, type ResolutionResult } from "../issues/resolution-handlers.service.js";
import { RESULTS } from "../issues/results.words.js";
import {
  PaymentProvider,
  type PayoutPage,
  type PayoutWindow,
  type ProviderResponse,
} from "../payments/provider/payment-provider.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { claimNight } from "../platform/loops/nightly-claim.js";
import { PayoutComparisonService } from "./payout-comparison.service.js";
import { PayoutReadingEntity } from "./payouts.entities.js";
import { COVERAGE, SAVE_LINES, SAVE_PAYOUTS } from "./payouts.sql.js";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Days of payouts in one question to the provider. */
const WINDOW_DAYS = 30;
/** Days that are read again: a payout's number and state arrive later than its lines. */
const AGAIN_DAYS = 10;
/** How far back the first reading goes. */
const FIRST_DAYS = 31;
/** No report has as many pages; a cursor that never ends does. */
const MAX_PAGES = 1000;
/** From which hour in India on the nightly reading starts: banks pay until the evening, and the verification is done by then. */
const NIGHT_HOUR = 4;

/** What a reading found. */
export interface PayoutReading {
  readonly lines: number;
  /** New or different, lines and payouts. */
  readonly changed: number;
  /** Differences that are open after it. */
  readonly differences: number;
  /** Why it is not complete. */
  readonly problem?: string;
}

type Counts = Pick<PayoutReading, "lines" | "changed">;

/**
 * Reads what the provider paid out, by its API or from its file, and compares it with what was received. A report that is read again
 * changes nothing: payouts and lines have the provider's ids.
 */
@Injectable()
export class PayoutReadingsService {
  private readonly logger = new Logger("Payouts");

  constructor(
    private readonly database: Database,
    private readonly provider: PaymentProvider,
    private readonly comparison: PayoutComparisonService,
    handlers: ResolutionHandlersService,
  ) {
    handlers.registerBefore({
      read_payouts: ({ issue, by, language }) => this.readForIssue(issue.subject, by, language),
    });
  }

  /** Reads once a night; an interrupted or failed reading is repeated after an hour. @param fromHour in India @returns undefined if it is not due */
  async runIfDue(fromHour = NIGHT_HOUR): Promise<PayoutReading | undefined> {
    if (!(await claimNight(this.database, "payout_readings", fromHour))) return undefined;
    const [claimed] = await this.database.query<{ id: string }>(
      "SELECT id FROM payout_readings WHERE day IS NOT NULL AND finished_at IS NULL ORDER BY day DESC LIMIT 1",
    );
    return claimed === undefined ? undefined : this.read(claimed.id);
  }

  /** Reads now, as at night. @param by username */
  async readNow(by: string): Promise<PayoutReading> {
    return this.read(await this.begin("operator", by));
  }

  /**
   * Reads a file of the provider's dashboard.
   *
   * @throws DomainError payout_file_unreadable with the line
   */
  async readFile(content: string, by: string): Promise<PayoutReading> {
    const report = readPayoutReport(content);
    if (report.problem !== undefined) throw new DomainError("payout_file_unreadable", {}, report.problem);
    const id = await this.begin("file", by);
    const counts = await this.database.transaction((tx) => save(tx, report.payouts, report.lines));
    const times = [...report.lines, ...report.payouts].flatMap(({ paidAt }) => paidAt?.getTime() ?? []);
    const window =
      times.length === 0 ? undefined : { from: new Date(Math.min(...times)), to: new Date(Math.max(...times)) };
    return this.finish(id, counts, window);
  }

  private async readForIssue(subject: string, by: string, language: LanguageCode): Promise<ResolutionResult> {
    const reading = await this.readNow(by);
    if (reading.problem !== undefined) return { resolved: false, message: reading.problem, after: { subject } };
    // The comparison has closed the entry if the difference is gone.
    const message = RESULTS[language].payoutsRead({ lines: reading.lines, changed: reading.changed });
    return { resolved: false, message, after: { subject, lines: reading.lines, changed: reading.changed } };
  }

  private async begin(source: "operator" | "file", by: string): Promise<string> {
    const [started] = await this.database.query<{ id: string }>(
      "INSERT INTO payout_readings (source, started_by) VALUES ($1, $2) RETURNING id",
      [source, by],
    );
    return started?.id ?? "";
  }

  private async read(id: string): Promise<PayoutReading> {
    const [known] = await this.database.query<{ until: Date | null }>(COVERAGE);
    const to = new Date();
    const until = known?.until ?? undefined;
    const from =
      until === undefined
        ? new Date(to.getTime() - FIRST_DAYS * DAY_MS)
        : new Date(until.getTime() - AGAIN_DAYS * DAY_MS);
    const counts = { lines: 0, changed: 0 };
    for (let start = from.getTime(); start < to.getTime(); start += WINDOW_DAYS * DAY_MS) {
      const window = { from: new Date(start), to: new Date(Math.min(to.getTime(), start + WINDOW_DAYS * DAY_MS)) };
      const problem =
        (await this.pages(
          window,
          (page) => this.provider.readPayouts(page),
          counts,
          (payouts) => [payouts, []],
        )) ??
        (await this.pages(
          window,
          (page) => this.provider.readPayoutLines(page),
          counts,
          (lines) => [[], lines],
        ));
      if (problem !== undefined) return this.fail(id, counts, problem);
    }
    return this.finish(id, counts, { from, to });
  }

  /** Reads all pages of a report and stores them. @returns why it is not complete */
  private async pages<Row>(
    window: Pick<PayoutWindow, "from" | "to">,
    read: (page: PayoutWindow) => Promise<ProviderResponse<PayoutPage<Row>>>,
    counts: { lines: number; changed: number },
    rowsOf: (found: readonly Row[]) => [payouts: readonly ReportedPayout[], lines: readonly ReportedLine[]],
  ): Promise<string | undefined> {
    let cursor: string | undefined;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const response = await read({ ...window, cursor });
      if (response.kind === "refused")
        return `The payment provider refused the report (${response.status} ${response.code}).`;
      if (response.kind === "unknown") return "The payment provider does not respond right now.";
      const stored = await this.database.transaction((tx) => save(tx, ...rowsOf(response.value.rows)));
      counts.lines += stored.lines;
      counts.changed += stored.changed;
      if (response.value.cursor === undefined) return undefined;
      if (response.value.cursor === cursor) break;
      cursor = response.value.cursor;
    }
    return "The payment provider's report does not end.";
  }

  private async fail(id: string, counts: Counts, problem: string): Promise<PayoutReading> {
    this.logger.warn(problem);
    const { lines, changed } = counts;
    // The night's is left open, so that it is repeated.
    await this.database.query(
      `UPDATE payout_readings SET lines = $2, changed = $3, problem = $4,
              finished_at = CASE WHEN day IS NULL THEN clock_timestamp() END
        WHERE id = $1`,
      [id, lines, changed, problem],
    );
    return { ...counts, problem, differences: await this.comparison.open() };
  }

  private async finish(
    id: string,
    counts: Counts,
    window: { readonly from: Date; readonly to: Date } | undefined,
  ): Promise<PayoutReading> {
    await this.database
      .repository(PayoutReadingEntity)
      .update(
        { id },
        {
          ...counts,
          problem: null,
          ...(window === undefined ? {} : { fromAt: window.from, toAt: window.to }),
          finishedAt: () => "clock_timestamp()",
        },
      );
    return { ...counts, differences: await this.comparison.compare() };
  }
}

/** Stores what a report has. @returns how many lines it has, and what was new or different */
async function save(
  tx: Tx,
  payouts: readonly ReportedPayout[],
  lines: readonly ReportedLine[],
): Promise<{ lines: number; changed: number }> {
  // A line names its payout, which a file or an earlier page may not have.
  const named = lines.map(({ payoutId, utr, paidAt }): ReportedPayout => ({
    ...{ payoutId, utr, paidAt, status: undefined, amountPaise: undefined, feePaise: 0, feeTaxPaise: 0 },
  }));
  const byPayout = new Map<string, ReportedPayout>();
  for (const one of [...named, ...payouts])
    byPayout.set(one.payoutId, { ...one, utr: one.utr ?? byPayout.get(one.payoutId)?.utr });
  const payoutRows = [...byPayout.values()].map(
    ({ payoutId, utr, status, amountPaise, feePaise, feeTaxPaise, paidAt }) => ({
      ...{ payout_id: payoutId, utr, status, state: payoutState(status, utr), amount_paise: amountPaise },
      ...{ fee_paise: feePaise, fee_tax_paise: feeTaxPaise, paid_at: paidAt },
    }),
  );
  const lineRows = new Map(
    lines.map((line) => [
      payoutLineKey(line),
      {
        ...{ line_key: payoutLineKey(line), payout_id: line.payoutId, kind: line.kind, event_type: line.eventType },
        ...{ event_id: line.eventId, order_id: line.orderId, payment_id: line.paymentId, refund_id: line.refundId },
        ...{ gross_paise: line.grossPaise, fee_paise: line.feePaise, fee_tax_paise: line.feeTaxPaise },
        ...{ net_paise: line.netPaise, at: line.at },
      },
    ]),
  );
  const changed = await rows(tx, SAVE_PAYOUTS, { rows: JSON.stringify(payoutRows) });
  const changedLines = await rows(tx, SAVE_LINES, { rows: JSON.stringify([...lineRows.values()]) });
  return { lines: lines.length, changed: changed.length + changedLines.length };
}
