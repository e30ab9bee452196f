import { readAmount } from "../fields/amounts.js";
import { readCsv } from "../fields/csv-reading.js";
import type { Paise } from "../money/money.js";
import { readReportTime } from "./payout-report.js";

/** A line of a bank statement that was pasted or exported. What it says in words is not kept: it names other people. */
export interface BankLine {
  /** From 1. */
  readonly line: number;
  /** Its words in capitals, letters and digits only. */
  readonly marks: readonly string[];
  /** Its amounts; the credit first if the head names that column. */
  readonly amounts: readonly Paise[];
  /** In India, YYYY-MM-DD. */
  readonly day: string | undefined;
}

/** A payout to look for. */
export interface ExpectedTransfer {
  readonly payoutId: string;
  readonly utr: string;
  readonly amountPaise: Paise;
}

/** What became of a line. */
export type BankVerdict =
  | ({ readonly line: number; readonly verdict: "matched" | "differs"; readonly day: string | undefined } & {
      readonly payoutId: string;
      readonly utr: string;
      readonly amountPaise: Paise;
      readonly bankPaise: Paise;
    })
  | { readonly line: number; readonly verdict: "unknown"; readonly bankPaise: Paise };

const CREDIT = /credit|deposit|^cr\b|paid in/i;
const DEBIT = /debit|withdraw|^dr\b|paid out/i;
const BALANCE = /balance/i;
/** Fewer digits are no number of a transfer. */
const MIN_UTR = 6;

/** Longest word that may be an amount. */
const MAX_CELL = 40;

const marksOf = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, "");

/** The words of a line, also those that signs divide: "NEFT-UTR0001-X" is three. */
const tokensOf = (words: readonly string[]): string[] =>
  words.flatMap((word) => word.toUpperCase().split(/[^A-Z0-9]+/)).filter((token) => token.length >= MIN_UTR);

function amountIn(text: string): Paise | undefined {
  if (text.length > MAX_CELL) return undefined;
  const bare = text.replace(/(?:cr|\+)\.?$/i, "").trim();
  // A number without paise or a separator may be a reference.
  if (!/^(?:₹|rs\.?|inr)?\s*[\d,]+(?:\.\d{1,2})?$/i.test(bare) || marksOf(bare).length > 12) return undefined;
  const { amount } = readAmount(bare);
  return amount === undefined ? undefined : Math.round(amount * 100);
}

/**
 * Reads what banks export or people copy: separated by commas, semicolons or tabs, or words with blanks. Lines without an amount
 * (headings, addresses) are left out, and so are those that only take money out.
 */
export function readBankStatement(text: string): BankLine[] {
  const { rows } = readCsv(text);
  const head = rows.find((cells) => cells.some((cell) => CREDIT.test(cell.text)) && cells.length > 2);
  const credit = head?.findIndex((cell) => CREDIT.test(cell.text)) ?? -1;
  const others = new Set(
    (head ?? []).flatMap((cell, index) => (DEBIT.test(cell.text) || BALANCE.test(cell.text) ? [index] : [])),
  );
  return rows.flatMap((cells): BankLine[] => {
    if (cells === head) return [];
    const words = cells.length === 1 ? (cells[0]?.text ?? "").split(/\s+/) : cells.map((cell) => cell.text);
    const first = credit >= 0 && cells.length > 1 ? amountIn(words[credit] ?? "") : undefined;
    if (credit >= 0 && cells.length > 1 && first === undefined) return [];
    const rest = words.flatMap((word, index) => (index === credit || others.has(index) ? [] : (amountIn(word) ?? [])));
    const amounts = first === undefined ? rest : [first, ...rest];
    if (amounts.length === 0) return [];
    const day = words.map((word) => readReportTime(word)).find((at) => at !== undefined);
    const shown =
      day === undefined ? undefined : new Date(day.getTime() + 5.5 * 3600 * 1000).toISOString().slice(0, 10);
    return [{ line: cells[0]?.line ?? 0, marks: tokensOf(words), amounts, day: shown }];
  });
}

/** Matches the lines of a statement with payouts by the numbers of their transfers. A transfer counts once. */
export function matchBankLines(lines: readonly BankLine[], transfers: readonly ExpectedTransfer[]): BankVerdict[] {
  const left = new Map<string, ExpectedTransfer>();
  for (const transfer of transfers) {
    const utr = marksOf(transfer.utr);
    if (utr.length >= MIN_UTR) left.set(utr, transfer);
  }
  const lengths = [...new Set([...left.keys()].map((utr) => utr.length))];
  return lines.map(({ line, marks, amounts, day }): BankVerdict => {
    const [bankPaise = 0] = amounts;
    const utr = marks.flatMap((mark) => parts(mark, lengths)).find((part) => left.has(part));
    const found = utr === undefined ? undefined : left.get(utr);
    if (utr === undefined || found === undefined) return { line, verdict: "unknown", bankPaise };
    left.delete(utr);
    const { payoutId, amountPaise } = found;
    const same = amounts.includes(amountPaise);
    return {
      ...{ line, verdict: same ? "matched" : "differs", day, payoutId, utr: found.utr, amountPaise },
      bankPaise: same ? amountPaise : bankPaise,
    };
  });
}

/** A word, and what of it is as long as a number that is looked for: some banks write a number between letters. */
function parts(mark: string, lengths: readonly number[]): string[] {
  const found = [mark];
  if (mark.length > MAX_CELL) return found;
  for (const length of lengths)
    for (let at = 0; at + length <= mark.length; at += 1) found.push(mark.slice(at, at + length));
  return found;
}
