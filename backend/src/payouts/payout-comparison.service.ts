import { Injectable } from "@nestjs/common";
import {
  PAYOUT_FINDINGS,
  type PayoutBooks,
  type PayoutFinding,
  payoutFindings,
  type PayoutLine,
} from "@sakhi/domain/payouts/payout.rules";
import { IssuesService } from "../issues/issues.service.js";
import type { NewIssue } from "../issues/issues.types.js";
import { Database } from "../platform/database/database.js";
import { PayoutEntity, PayoutLineEntity } from "./payouts.entities.js";
import {
  COVERAGE,
  DISPUTED,
  type DisputedRow,
  RECEIVED,
  type ReceivedRow,
  REFUNDED,
  type RefundedRow,
} from "./payouts.sql.js";

interface OrderSubjectRow {
  readonly orderId: string;
  readonly subjectType: "booking" | "application";
  readonly subjectId: string;
}

const isFinding = (kind: string): kind is PayoutFinding["kind"] => PAYOUT_FINDINGS.some((each) => each === kind);

/** Compares payouts with our payments, refunds and disputes; each difference is an issue while it lasts. */
@Injectable()
export class PayoutComparisonService {
  constructor(
    private readonly database: Database,
    private readonly issues: IssuesService,
  ) {}

  /** Raises what differs, and closes what no longer does. @returns the number of differences that are open */
  async compare(): Promise<number> {
    const findings = payoutFindings(await this.books());
    const orders = await this.ordersOf(findings);
    const found = new Set(findings.map(({ kind, subject }) => `${kind} ${subject}`));
    const open = (await this.issues.open()).filter(({ kind }) => isFinding(kind));
    await this.database.transaction(async (tx) => {
      for (const { kind, subject } of open)
        if (!found.has(`${kind} ${subject}`)) await this.issues.closeIfOpen(tx, kind, subject);
      for (const finding of findings) {
        const issue = issueOf(finding, orders.get(finding.orderId ?? ""));
        if (!(await this.issues.raise(tx, issue)))
          await this.issues.addDetails(tx, issue.kind, issue.subject, issue.facts);
      }
    });
    return this.open();
  }

  /** Number of open differences. */
  async open(): Promise<number> {
    return (await this.issues.open()).filter(({ kind }) => isFinding(kind)).length;
  }

  private async books(): Promise<PayoutBooks> {
    const [payments, refunds, disputes, payouts, lines, [coverage]] = await Promise.all([
      this.database.query<ReceivedRow>(RECEIVED),
      this.database.query<RefundedRow>(REFUNDED),
      this.database.query<DisputedRow>(DISPUTED),
      this.database.repository(PayoutEntity).find({ order: { payoutId: "ASC" } }),
      this.database.repository(PayoutLineEntity).find({ order: { lineKey: "ASC" } }),
      this.database.query<{ from: Date | null; until: Date | null }>(COVERAGE),
    ]);
    const { from, until } = coverage ?? { from: null, until: null };
    return {
      payments: payments.map((row) => ({ ...row, amountPaise: Number(row.amountPaise) })),
      refunds: refunds.map((row) => ({ ...row, amountPaise: Number(row.amountPaise) })),
      ...{ disputes, payouts },
      lines: lines.map(bookLine),
      coverage: from === null || until === null ? undefined : { from, until },
    };
  }

  private async ordersOf(findings: readonly PayoutFinding[]): Promise<ReadonlyMap<string, OrderSubjectRow>> {
    const ids = findings.flatMap(({ orderId }) => orderId ?? []);
    const found = await this.database.query<OrderSubjectRow>(
      `SELECT order_id AS "orderId", subject_type AS "subjectType", subject_id AS "subjectId"
         FROM orders WHERE order_id = ANY ($1)`,
      [ids],
    );
    return new Map(found.map((row) => [row.orderId, row]));
  }
}

/** A stored line as it is compared. */
function bookLine(line: PayoutLineEntity): PayoutLine {
  const { lineKey: key, payoutId, kind, eventId, orderId, paymentId, refundId, at } = line;
  const { grossPaise, feePaise, feeTaxPaise, netPaise } = line;
  return {
    ...{ key, payoutId, kind, eventId, orderId, paymentId, refundId, at },
    ...{ grossPaise, feePaise, feeTaxPaise, netPaise },
  };
}

function issueOf(
  { kind, subject, orderId, payouts, ourPaise, theirPaise }: PayoutFinding,
  order: OrderSubjectRow | undefined,
): NewIssue {
  return {
    ...{ kind, subject },
    ...(order?.subjectType === "booking" ? { bookingId: order.subjectId } : {}),
    ...(order?.subjectType === "application" ? { applicationId: order.subjectId } : {}),
    facts: {
      differs: wordsOf(subject),
      ...(orderId === undefined ? {} : { orderId }),
      ...(payouts.length === 0 ? {} : { payouts: payouts.join(", ") }),
      ...(ourPaise === undefined ? {} : { ourPaise }),
      ...(theirPaise === undefined ? {} : { theirPaise }),
    },
  };
}

const WORDS: Readonly<Record<string, string>> = {
  payment: "Payment",
  refund: "Refund",
  dispute: "Dispute",
  fee: "Amount, fee and payout of",
  payout: "Lines of the payout",
  bank: "Bank statement and payout",
};

/** "Payment 123". */
function wordsOf(subject: string): string {
  const [what = "", ...id] = subject.split("/");
  return `${WORDS[what] ?? what} ${id.join("/")}`;
}
