import type { Paise } from "../money/money.js";
import type { DisputeOutcome } from "../payments/dispute.rules.js";
import type { PayoutLineKind, PayoutState } from "./payout-lines.js";

/** How long a payment may take to be in a payout, in days: two working days as agreed, holidays, and a late file. */
export const PAYOUT_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;

/** A payment that was received through the provider. */
export interface ReceivedPayment {
  readonly paymentId: string;
  readonly orderId: string;
  readonly amountPaise: Paise;
  readonly at: Date;
}

/** A refund that the provider has paid. */
export interface PaidRefund {
  readonly refundId: string;
  readonly providerRefundId: string | null;
  readonly orderId: string;
  readonly amountPaise: Paise;
  readonly at: Date;
}

/** A dispute on record. */
export interface RecordedDispute {
  readonly disputeId: string;
  readonly orderId: string | null;
  readonly paymentId: string | null;
  readonly outcome: DisputeOutcome;
  /** When it was last changed. */
  readonly at: Date;
}

/** A stored line of a payout. */
export interface PayoutLine {
  readonly key: string;
  readonly payoutId: string;
  readonly kind: PayoutLineKind;
  readonly eventId: string;
  readonly orderId: string | null;
  readonly paymentId: string | null;
  readonly refundId: string | null;
  readonly grossPaise: Paise;
  readonly feePaise: Paise;
  readonly feeTaxPaise: Paise;
  readonly netPaise: Paise;
  /** When the payment, refund or dispute was; null if the report does not say. */
  readonly at: Date | null;
}

/** A stored payout. */
export interface Payout {
  readonly payoutId: string;
  readonly utr: string | null;
  readonly state: PayoutState;
  readonly amountPaise: Paise | null;
  readonly feePaise: Paise;
  readonly feeTaxPaise: Paise;
  /** What arrived in the bank; null before a statement with it was read. */
  readonly bankPaise: Paise | null;
}

/** What was read of the provider's reports. */
export interface Coverage {
  /** First day of what was read. */
  readonly from: Date;
  /** Until when it was read. */
  readonly until: Date;
}

/** Everything that is compared. */
export interface PayoutBooks {
  readonly payments: readonly ReceivedPayment[];
  readonly refunds: readonly PaidRefund[];
  readonly disputes: readonly RecordedDispute[];
  readonly payouts: readonly Payout[];
  readonly lines: readonly PayoutLine[];
  /** Undefined before anything was read: then nothing can be missing. */
  readonly coverage: Coverage | undefined;
}

export const PAYOUT_FINDINGS = ["payout_missing", "payout_doubled", "payout_differs", "payout_unknown"] as const;

/** Something that a person must look at. */
export interface PayoutFinding {
  readonly kind: (typeof PAYOUT_FINDINGS)[number];
  /** Identifies it while it lasts: "payment/123". */
  readonly subject: string;
  readonly orderId?: string;
  /** The payouts that it is about. */
  readonly payouts: readonly string[];
  readonly ourPaise?: Paise;
  readonly theirPaise?: Paise;
}

/** How long what the provider reports by webhook may take to be recorded here, retries included. */
const FRESH_MS = DAY_MS;

/** Whether a line is so new that its webhook may still be on its way: the next comparison knows it, or says so. */
const isFresh = ({ at }: PayoutLine, coverage: Coverage | undefined): boolean =>
  at !== null && coverage !== undefined && coverage.until.getTime() - at.getTime() < FRESH_MS;

const sum = (amounts: readonly Paise[]): Paise => amounts.reduce((all, one) => all + one, 0);

function groupedBy<T>(all: readonly T[], keyOf: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group === undefined) groups.set(keyOf(one), [one]);
    else group.push(one);
  }
  return groups;
}

/** One thing of our books, with what the provider's lines must have of it. */
interface Expected {
  readonly subject: string;
  readonly orderId: string;
  /** With the sign of its line. */
  readonly paise: Paise;
  readonly at: Date;
  /** It may be missing: the provider withholds it. */
  readonly held: boolean;
}

/** Compares our payments, or our refunds, with the lines about them. */
function compared(
  what: "payment" | "refund",
  expected: ReadonlyMap<string, Expected>,
  lines: readonly PayoutLine[],
  idOf: (line: PayoutLine) => string,
  coverage: Coverage | undefined,
): PayoutFinding[] {
  const found: PayoutFinding[] = [];
  const seen = new Set<string>();
  for (const [id, about] of groupedBy(lines, idOf)) {
    const [first] = about;
    const ours = expected.get(id);
    const payouts = [...new Set(about.map(({ payoutId }) => payoutId))];
    const theirs = sum(about.map(({ grossPaise }) => grossPaise));
    if (ours === undefined) {
      if (about.every((line) => isFresh(line, coverage))) continue;
      const orderId = first?.orderId ?? undefined;
      const order = orderId === undefined ? {} : { orderId };
      found.push({ kind: "payout_unknown", subject: `${what}/${id}`, ...order, payouts, theirPaise: theirs });
      continue;
    }
    seen.add(ours.subject);
    const { subject, orderId, paise } = ours;
    const amounts = { ourPaise: paise, theirPaise: theirs };
    if (about.length > 1) found.push({ kind: "payout_doubled", subject, orderId, payouts, ...amounts });
    else if (theirs !== paise) found.push({ kind: "payout_differs", subject, orderId, payouts, ...amounts });
  }
  if (coverage === undefined) return found;
  for (const { subject, orderId, paise, at, held } of new Set(expected.values())) {
    const due = at >= coverage.from && at.getTime() <= coverage.until.getTime() - PAYOUT_DAYS * DAY_MS;
    if (due && !held && !seen.has(subject))
      found.push({ kind: "payout_missing", subject, orderId, payouts: [], ourPaise: paise });
  }
  return found;
}

/** A refund that came back to us later is none, like the two lines of it. */
function withoutReversed(lines: readonly PayoutLine[]): PayoutLine[] {
  const idOf = ({ refundId, eventId }: PayoutLine): string => refundId ?? eventId;
  const reversed = new Set(lines.filter(({ kind }) => kind === "refund_reversal").map(idOf));
  return lines.filter((line) => line.kind === "refund" && !reversed.has(idOf(line)));
}

/** What the provider withholds or has given to the payer, and what it must release. */
function disputesCompared(
  { disputes, coverage }: PayoutBooks,
  lines: readonly PayoutLine[],
  orderOf: (line: PayoutLine) => string | undefined,
): PayoutFinding[] {
  const found: PayoutFinding[] = [];
  const about = lines.filter(({ kind }) => kind === "dispute" || kind === "dispute_reversal");
  for (const [id, all] of groupedBy(about, (line) => orderOf(line) ?? `event ${line.eventId}`)) {
    const taken = sum(all.map(({ grossPaise }) => grossPaise));
    const payouts = [...new Set(all.map(({ payoutId }) => payoutId))];
    const known = disputes.filter(({ orderId }) => orderId === id);
    const [line] = all;
    const orderId = line === undefined ? undefined : orderOf(line);
    const order = orderId === undefined ? {} : { orderId };
    if (known.length === 0) {
      if (all.every((each) => isFresh(each, coverage))) continue;
      found.push({ kind: "payout_unknown", subject: `dispute/${id}`, ...order, payouts, theirPaise: taken });
    } else if (
      taken < 0 &&
      coverage !== undefined &&
      known.every(
        ({ outcome, at }) => outcome === "won" && at.getTime() <= coverage.until.getTime() - PAYOUT_DAYS * DAY_MS,
      )
    ) {
      found.push({ kind: "payout_missing", subject: `dispute/${id}`, ...order, payouts, ourPaise: 0 - taken });
    }
  }
  return found;
}

/**
 * Compares what we received and refunded with what the provider paid out: what is missing, there twice, another amount by a
 * paisa or more, or not ours. Lines of a payout that failed count for nothing: their money comes with another.
 */
export function payoutFindings(books: PayoutBooks): PayoutFinding[] {
  const { payments, refunds, disputes, payouts, coverage } = books;
  const failed = new Set(payouts.filter(({ state }) => state === "failed").map(({ payoutId }) => payoutId));
  const lines = books.lines.filter(({ payoutId }) => !failed.has(payoutId));
  const disputed = new Set(disputes.filter(({ outcome }) => outcome !== "won").map(({ orderId }) => orderId));
  const paid = new Map<string, Expected>(
    payments.map(({ paymentId, orderId, amountPaise: paise, at }) => [
      paymentId,
      { subject: `payment/${paymentId}`, orderId, paise, at, held: disputed.has(orderId) },
    ]),
  );
  // A report names a refund by our id or by the provider's.
  const returned = new Map<string, Expected>(
    refunds.flatMap(({ refundId, providerRefundId, orderId, amountPaise, at }) => {
      const one: Expected = { subject: `refund/${refundId}`, orderId, paise: 0 - amountPaise, at, held: false };
      return [[refundId, one] as const, ...(providerRefundId === null ? [] : [[providerRefundId, one] as const])];
    }),
  );
  const orderOfPayment = new Map(payments.map(({ paymentId, orderId }) => [paymentId, orderId]));
  const orderOf = (line: PayoutLine): string | undefined =>
    line.orderId ?? (line.paymentId === null ? undefined : orderOfPayment.get(line.paymentId));
  return [
    ...compared(
      "payment",
      paid,
      lines.filter(({ kind }) => kind === "payment"),
      ({ paymentId, eventId }) => paymentId ?? eventId,
      coverage,
    ),
    ...compared(
      "refund",
      returned,
      withoutReversed(lines),
      ({ refundId, eventId }) => (refundId !== null && returned.has(refundId) ? refundId : eventId),
      coverage,
    ),
    ...disputesCompared(books, lines, orderOf),
    ...sumsCompared(payouts, lines, orderOf),
  ];
}

/** Each line and each payout must add up. */
function sumsCompared(
  payouts: readonly Payout[],
  lines: readonly PayoutLine[],
  orderOf: (line: PayoutLine) => string | undefined,
): PayoutFinding[] {
  const found: PayoutFinding[] = [];
  for (const line of lines) {
    const { key, payoutId, grossPaise, feePaise, feeTaxPaise, netPaise } = line;
    const ourPaise = grossPaise - feePaise - feeTaxPaise;
    if (ourPaise === netPaise) continue;
    const orderId = orderOf(line);
    found.push({
      ...{ kind: "payout_differs", subject: `fee/${key}`, payouts: [payoutId], ourPaise, theirPaise: netPaise },
      ...(orderId === undefined ? {} : { orderId }),
    });
  }
  const byPayout = groupedBy(lines, ({ payoutId }) => payoutId);
  for (const { payoutId, state, amountPaise, feePaise, feeTaxPaise, bankPaise } of payouts) {
    if (state === "failed") continue;
    const made = payoutSum(byPayout.get(payoutId) ?? [], { feePaise, feeTaxPaise });
    const theirPaise = amountPaise ?? made;
    if (theirPaise !== made)
      found.push({
        ...{ kind: "payout_differs", subject: `payout/${payoutId}`, payouts: [payoutId] },
        ...{ ourPaise: made, theirPaise },
      });
    if (bankPaise !== null && bankPaise !== theirPaise)
      found.push({
        ...{ kind: "payout_differs", subject: `bank/${payoutId}`, payouts: [payoutId] },
        ...{ ourPaise: bankPaise, theirPaise },
      });
  }
  return found;
}

/** What a payout's lines amount to, less the charge for the payout itself. */
export function payoutSum(
  lines: readonly Pick<PayoutLine, "netPaise">[],
  { feePaise, feeTaxPaise }: Pick<Payout, "feePaise" | "feeTaxPaise">,
): Paise {
  return sum(lines.map(({ netPaise }) => netPaise)) - feePaise - feeTaxPaise;
}

/** Money of an event, of listings, or of what belongs to neither. In paise. */
export interface PayoutAccount {
  /** Payments through the provider. */
  readonly receivedPaise: Paise;
  /** Refunds through the provider, those under way too. */
  readonly refundedPaise: Paise;
  /** Of disputes that are open or lost. */
  readonly withheldPaise: Paise;
  /** The provider's fees on what was paid out, and the GST on them. */
  readonly feePaise: Paise;
  readonly feeTaxPaise: Paise;
  /** Arrived in payouts. */
  readonly paidOutPaise: Paise;
}

/** What is still to come of an account, before fees: what was received and is neither returned, withheld nor paid out. */
export function stillToCome(account: PayoutAccount): Paise {
  const { receivedPaise, refundedPaise, withheldPaise, feePaise, feeTaxPaise, paidOutPaise } = account;
  return receivedPaise - refundedPaise - withheldPaise - (paidOutPaise + feePaise + feeTaxPaise);
}
