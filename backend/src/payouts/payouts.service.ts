import { Injectable, type StreamableFile } from "@nestjs/common";
import type { PayoutLinesQueryDto, PayoutsQueryDto } from "@sakhi/domain/admin/payouts.dto";
import { DEFAULT_PAGE_SIZE } from "@sakhi/domain/admin/queries.dto";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { Cell, FileColumn, FileFormat } from "@sakhi/domain/fields/cells";
import { istDate } from "@sakhi/domain/invoices/indian-dates";
import { toRupees } from "@sakhi/domain/money/money";
import { matchBankLines, readBankStatement } from "@sakhi/domain/payouts/bank-statement";
import type { PayoutLineKind } from "@sakhi/domain/payouts/payout-lines";
import { type PayoutAccount, stillToCome } from "@sakhi/domain/payouts/payout.rules";
import type { Administrator } from "../accounts/administrator.js";
import { EVENT_COLUMN, ExportsService } from "../accounts/exports.service.js";
import { EventFactsService, type EventName } from "../events/event-facts.service.js";
import { Database, type Tx } from "../platform/database/database.js";
import { type Page, toResponse } from "../platform/http/list-response.js";
import { PayoutComparisonService } from "./payout-comparison.service.js";
import { PayoutEntity } from "./payouts.entities.js";
import type {
  BankStatementResponse,
  PayoutAccountResponse,
  PayoutLineResponse,
  PayoutResponse,
  PayoutSummaryResponse,
} from "./payouts.response.js";
import { ACCOUNTS, type AccountRow, COVERAGE, type LineRow, LINES, PAYOUTS, type PayoutRow } from "./payouts.sql.js";

type EventNames = ReadonlyMap<number, EventName>;
type Plain<T> = Pick<T, keyof T>;

const rupees = (paise: string | number): number => toRupees(Number(paise));

const KINDS: Readonly<Record<PayoutLineKind, string>> = {
  payment: "Payment",
  refund: "Refund",
  refund_reversal: "Refund that came back",
  dispute: "Dispute",
  dispute_reversal: "Dispute released",
  other: "Adjustment",
};

const column = (name: string, cell: (row: LineRow) => Cell): FileColumn<LineRow> => ({ name, cell });
const amount = (name: string, paise: (row: LineRow) => string): FileColumn<LineRow> => ({
  ...{ name, total: true },
  cell: (row) => ({ paise: Number(paise(row)) }),
});

const COLUMNS: readonly FileColumn<LineRow>[] = [
  column("Payout", ({ payoutId }) => payoutId),
  column("UTR", ({ utr }) => utr),
  column("Paid Out On", ({ paidAt }) => paidAt && { day: istDate(paidAt) }),
  column("In the Bank Statement", ({ bank }) => (bank === null ? "" : "Yes")),
  column("What", ({ kind }) => KINDS[kind]),
  column("Provider's Name", ({ eventType }) => eventType),
  column("Order ID", ({ orderId }) => orderId),
  column("Payment Reference", ({ paymentId }) => paymentId),
  column("Refund Reference", ({ refundId }) => refundId),
  column("Stall", ({ stallId }) => stallId),
  amount("Amount", ({ gross }) => gross),
  amount("Fee", ({ fee }) => fee),
  amount("GST on Fee", ({ feeTax }) => feeTax),
  amount("Net", ({ net }) => net),
  column("At", ({ at }) => at && { at }),
];

/** What the provider paid out: accounts by event, payouts with their lines, their file, and the bank statement. */
@Injectable()
export class PayoutsService {
  constructor(
    private readonly database: Database,
    private readonly eventFacts: EventFactsService,
    private readonly comparison: PayoutComparisonService,
    private readonly exports: ExportsService,
  ) {}

  async summary(): Promise<PayoutSummaryResponse> {
    const [found, events, [coverage], [last], differences] = await Promise.all([
      this.database.query<AccountRow>(ACCOUNTS),
      this.eventFacts.names(),
      this.database.query<{ until: Date | null }>(COVERAGE),
      this.database.query<{ problem: string | null }>(
        "SELECT problem FROM payout_readings ORDER BY started_at DESC LIMIT 1",
      ),
      this.comparison.open(),
    ]);
    const accounts = found
      .map((row) => ({ account: row.account, money: moneyOf(row) }))
      .filter(({ money }) => Object.values(money).some((paise) => paise !== 0))
      .toSorted((a, b) => rankOf(b.account) - rankOf(a.account));
    const all = accounts.reduce<PayoutAccount>((sum, { money }) => added(sum, money), moneyOf(undefined));
    return {
      accounts: [
        ...accounts.map(({ account, money }) => accountResponse(account, events.get(Number(account)), money)),
        accountResponse("all", undefined, all),
      ],
      differences,
      ...toResponse({ readUntil: coverage?.until, problem: last?.problem }),
    };
  }

  /** One page of payouts, the newest first. */
  async payouts({ from, to, limit = DEFAULT_PAGE_SIZE, offset = 0 }: PayoutsQueryDto): Promise<Page<PayoutResponse>> {
    const days = { from: from ?? null, to: to ?? null };
    const found = await this.database.query<PayoutRow>(PAYOUTS, { ...days, limit, offset });
    // A page behind the last has no row that says how many there are.
    const total = found[0]?.total ?? (offset === 0 ? 0 : await this.database.repository(PayoutEntity).count());
    return { total, rows: found.map(payoutResponse) };
  }

  /** One page of the lines of payouts. */
  async lines(query: PayoutLinesQueryDto): Promise<Page<PayoutLineResponse>> {
    const { limit = DEFAULT_PAGE_SIZE, offset = 0 } = query;
    const parameters = linesOf(query);
    const [found, total, events] = await Promise.all([
      this.database.query<LineRow>(`${LINES} LIMIT :limit OFFSET :offset`, { ...parameters, limit, offset }),
      this.database.count(LINES, parameters),
      this.eventFacts.names(),
    ]);
    return { total, rows: found.map((row) => lineResponse(row, events)) };
  }

  /** The lines of payouts as a file. @throws HttpError rate_limited */
  async file(administrator: Administrator, query: PayoutsQueryDto, format: FileFormat): Promise<StreamableFile> {
    const { from, to } = query;
    const parameters = linesOf(query);
    const events = await this.eventFacts.names();
    return this.exports.table<LineRow>({
      ...{ administrator, action: "payouts_exported", subjectType: "organisation", what: "mela-payouts", format },
      event: undefined,
      period: { from, to },
      columns: [
        ...COLUMNS,
        { name: EVENT_COLUMN, cell: ({ eventId }) => (eventId === null ? "" : events.get(eventId)?.title) },
      ],
      rows: () => this.database.batches<LineRow>(LINES, parameters),
      count: await this.database.count(LINES, parameters),
    });
  }

  /**
   * Compares a bank statement with the payouts by the numbers of their transfers, and keeps day and amount of those that it has.
   * Nothing else of the statement is kept.
   *
   * @throws DomainError payout_file_unreadable if it has no line with an amount
   */
  async readBankStatement(tx: Tx, content: string, by: string): Promise<BankStatementResponse["lines"]> {
    const statement = readBankStatement(content);
    if (statement.length === 0)
      throw new DomainError("payout_file_unreadable", {}, "There is no line with an amount in it.");
    const found = await tx.find(PayoutEntity, { order: { payoutId: "ASC" } });
    const sums = await tx.query<{ payout_id: string; net: string }[]>(
      "SELECT payout_id, sum(net_paise) AS net FROM payout_lines GROUP BY 1",
    );
    const netOf = new Map(sums.map(({ payout_id: id, net }) => [id, Number(net)]));
    const transfers = found.flatMap(({ payoutId, utr, state, amountPaise, feePaise, feeTaxPaise }) =>
      utr === null || state === "failed"
        ? []
        : [{ payoutId, utr, amountPaise: amountPaise ?? (netOf.get(payoutId) ?? 0) - feePaise - feeTaxPaise }],
    );
    const verdicts = matchBankLines(statement, transfers);
    for (const verdict of verdicts) {
      if (verdict.verdict === "unknown") continue;
      const { payoutId, bankPaise, day } = verdict;
      await tx.update(PayoutEntity, { payoutId }, { bankPaise, bankDay: day ?? null, bankBy: by });
    }
    return verdicts.map((verdict) =>
      verdict.verdict === "unknown"
        ? { line: verdict.line, verdict: "unknown", bank: rupees(verdict.bankPaise) }
        : {
            ...{ line: verdict.line, verdict: verdict.verdict, payoutId: verdict.payoutId, utr: verdict.utr },
            ...{ amount: rupees(verdict.amountPaise), bank: rupees(verdict.bankPaise) },
          },
    );
  }
}

/** Events first, the newest before the others, then listings, then the rest. */
function rankOf(account: string): number {
  if (account === "other") return -2;
  return account === "listings" ? -1 : Number(account);
}

const moneyOf = (row: AccountRow | undefined): PayoutAccount => ({
  receivedPaise: Number(row?.received ?? 0),
  refundedPaise: Number(row?.refunded ?? 0),
  withheldPaise: Number(row?.withheld ?? 0),
  feePaise: Number(row?.fee ?? 0),
  feeTaxPaise: Number(row?.feeTax ?? 0),
  paidOutPaise: Number(row?.paidOut ?? 0),
});

const added = (a: PayoutAccount, b: PayoutAccount): PayoutAccount => ({
  receivedPaise: a.receivedPaise + b.receivedPaise,
  refundedPaise: a.refundedPaise + b.refundedPaise,
  withheldPaise: a.withheldPaise + b.withheldPaise,
  feePaise: a.feePaise + b.feePaise,
  feeTaxPaise: a.feeTaxPaise + b.feeTaxPaise,
  paidOutPaise: a.paidOutPaise + b.paidOutPaise,
});

function accountResponse(account: string, event: EventName | undefined, money: PayoutAccount): PayoutAccountResponse {
  return {
    ...{ account: event?.slug ?? account, title: event?.title ?? "" },
    ...{ received: rupees(money.receivedPaise), refunded: rupees(money.refundedPaise) },
    ...{ withheld: rupees(money.withheldPaise), fees: rupees(money.feePaise + money.feeTaxPaise) },
    ...{ feeTax: rupees(money.feeTaxPaise), paidOut: rupees(money.paidOutPaise), toCome: rupees(stillToCome(money)) },
  };
}

function payoutResponse(row: PayoutRow): Plain<PayoutResponse> {
  const fee = Number(row.fee) + Number(row.feeTax);
  const { payoutId, utr, state, paidAt, lines, bankDay } = row;
  return {
    ...toResponse({ payoutId, utr, state, paidAt, lines, bankDay }),
    gross: rupees(row.gross),
    fees: rupees(Number(row.lineFees) + Number(row.lineTaxes) + fee),
    feeTax: rupees(Number(row.lineTaxes) + Number(row.feeTax)),
    amount: rupees(row.amount ?? Number(row.net) - fee),
    ...(row.bank === null ? {} : { bank: rupees(row.bank) }),
  };
}

function lineResponse(row: LineRow, events: EventNames): Plain<PayoutLineResponse> {
  const { lineKey, payoutId, kind, eventType, orderId, paymentId, refundId, stallId, at } = row;
  const { subjectType, subjectId, eventId } = row;
  return {
    ...toResponse({ lineKey, payoutId, kind, eventType, orderId, paymentId, refundId, stallId, at }),
    ...toResponse({
      bookingId: subjectType === "booking" ? subjectId : null,
      applicationId: subjectType === "application" ? subjectId : null,
      event: eventId === null ? null : events.get(eventId)?.slug,
    }),
    ...{ gross: rupees(row.gross), fee: rupees(row.fee), feeTax: rupees(row.feeTax), net: rupees(row.net) },
  };
}

const linesOf = ({ from, to, payout }: PayoutLinesQueryDto) => ({
  ...{ from: from ?? null, to: to ?? null, payout: payout ?? null },
});
