import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { SentenceError } from "../platform/commands/sentence-error.js";
import { describeError } from "../platform/log/log.js";
import { missingText } from "./findings.js";
import type { LostSalesService } from "./lost-sales.service.js";
import { OrderListError, orderIdsIn } from "./order-list.js";
import type { RecoveryService } from "./recovery.service.js";
import type { RecoveredItem, RecoveryReport } from "./recovery.types.js";

const USAGE = [
  "npm run recover                              reads the provider, Temporal and the log of mails, and creates again what it can",
  "npm run recover -- --orders <file>           the same, with the orders in a CSV file of the provider: orders, payments or",
  "                                             settlements; may be given several times",
  "npm run recover -- compared --reason <text>  closes the entry about what only the provider knows: you have compared it",
  "npm run recover -- status                    whether the database is in recovery, and the last report",
  "npm run recover -- open --reason <text>      opens the sales again; asks at the terminal before it does",
  "npm run recover -- open --reason <text> --yes  opens them without asking, as without a terminal",
].join("\n");

/** A wrong command line, or a recovery that cannot go on; printed without a stack. */
export class RecoverCommandError extends SentenceError {}

/** What the command talks to. */
export interface RecoverTerminal {
  readonly print: (line: string) => void;
  /** Asks for a line; undefined without a terminal. */
  readonly ask: (question: string) => Promise<string | undefined>;
}

/** 0: nothing to recover, or everything was read; 1: issues are open; 2: a part gave no answer. */
export type RecoverExitCode = 0 | 1 | 2;

/**
 * Runs `npm run recover`.
 *
 * @throws RecoverCommandError
 */
export async function runRecoverCommand(
  args: readonly string[],
  recovery: RecoveryService,
  lostSales: () => Promise<LostSalesService>,
  terminal: RecoverTerminal,
): Promise<RecoverExitCode> {
  const { verb, reason, yes, orders } = parse(args);
  if (verb !== undefined && orders.length > 0) throw new RecoverCommandError(USAGE);
  switch (verb) {
    case undefined:
      return read(recovery, lostSales, await listedOrders(orders), terminal);
    case "compared":
      return compared(recovery, reason, terminal);
    case "status":
      return status(recovery, terminal);
    case "open":
      return open(recovery, { reason, yes }, terminal);
    default:
      throw new RecoverCommandError(USAGE);
  }
}

async function read(
  recovery: RecoveryService,
  lostSales: () => Promise<LostSalesService>,
  listed: readonly string[],
  { print }: RecoverTerminal,
): Promise<RecoverExitCode> {
  const state = await recovery.check();
  if (state === "unanswered" || state === "unverified") {
    print("Nothing newer was found, but a part gave no answer: start Temporal and run this again.");
    if (state === "unverified") print("Sales are paused until somebody outside answers.");
    return 2;
  }
  if (state === "current") {
    print("The database is as new as everything outside: there is nothing to recover, and sales are not paused.");
    return 0;
  }
  await printState(recovery, print);
  print("Reading the payment provider, Temporal and the log of mails …");
  const sales = await lostSales();
  const report = await sales.readAll(listed);
  for (const line of reportLines(report)) print(line);
  return exitCodeOf(report);
}

/** The order ids in the provider's files. @throws RecoverCommandError */
async function listedOrders(files: readonly string[]): Promise<readonly string[]> {
  const ids = new Set<string>();
  for (const file of files) {
    const text = await readFile(file, "utf8").catch((error: unknown) => {
      throw new RecoverCommandError(`${file} cannot be read: ${describeError(error)}.`);
    });
    try {
      for (const id of orderIdsIn(text)) ids.add(id);
    } catch (error) {
      if (!(error instanceof OrderListError)) throw error;
      throw new RecoverCommandError(`${file} is no list of orders. ${error.message}`);
    }
  }
  return [...ids];
}

async function compared(
  recovery: RecoveryService,
  reason: string | undefined,
  { print }: RecoverTerminal,
): Promise<RecoverExitCode> {
  if (reason === undefined || reason.trim().length < 3) throw new RecoverCommandError(USAGE);
  const closed = await recovery.compared(reason.trim());
  print(closed ? "The entry is closed. Sales are still paused: npm run recover -- open" : "There is no such entry.");
  return 0;
}

async function status(recovery: RecoveryService, { print }: RecoverTerminal): Promise<RecoverExitCode> {
  const open = await recovery.current();
  if (open === undefined) {
    const unverified = await recovery.unverifiedSince();
    if (unverified === undefined) {
      print("The database is not in recovery.");
      return 0;
    }
    print(`Nobody outside could say since ${unverified.toISOString()} whether it is current. Sales are paused.`);
    return 2;
  }
  await printState(recovery, print);
  if (open.report === null) {
    print("Nothing was read yet: npm run recover");
    return 2;
  }
  for (const line of reportLines(open.report)) print(line);
  return exitCodeOf(open.report);
}

async function open(
  recovery: RecoveryService,
  { reason, yes }: { readonly reason: string | undefined; readonly yes: boolean },
  { print, ask }: RecoverTerminal,
): Promise<RecoverExitCode> {
  if (reason === undefined || reason.trim().length < 3) throw new RecoverCommandError(USAGE);
  if (!yes) {
    await printState(recovery, print);
    const answer = await ask('Stalls are sold again from now on. Type "open" to go on: ');
    if (answer === undefined)
      throw new RecoverCommandError(
        "Nothing was changed: sales stay paused. There is no terminal to ask: to open them, run the same with --yes.",
      );
    if (answer.trim() !== "open") throw new RecoverCommandError("Nothing was changed: sales stay paused.");
  }
  try {
    await recovery.openSales(undefined, reason.trim());
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new RecoverCommandError(error.message);
  }
  print("Sales are open.");
  return 0;
}

async function printState(recovery: RecoveryService, print: (line: string) => void): Promise<void> {
  const current = await recovery.current();
  if (current === undefined) return;
  const until = current.knownUntil?.toISOString() ?? "its start";
  print(`The database ends at ${until}. More is known outside: ${missingText(current.found)}. Sales are paused.`);
}

const TITLES: Readonly<Record<RecoveredItem["as"], string>> = {
  sold: "sold",
  open: "to pay",
  repeated: "repeated",
  unpaid: "not paid",
  issue: "ISSUE",
};

/** One line per item, and what follows. */
export function reportLines(report: RecoveryReport): string[] {
  const { items, settled, unanswered, counters, mailLog, recordUntil, listedOrders: listed } = report;
  const lines = items.map(({ as, id, stallId = "-", note }) =>
    [TITLES[as].padEnd(8), stallId.padEnd(4), id, ...(note === undefined ? [] : [`(${note})`])].join("  "),
  );
  const count = (as: RecoveredItem["as"]): number => items.filter((item) => item.as === as).length;
  const numbers = Object.entries(counters).map(([series, last]) => `${series}/${String(last + 1).padStart(6, "0")}`);
  return [
    ...lines,
    "",
    `${count("sold")} sold, ${count("open")} still to pay, ${count("repeated")} repeated, ${count("issue")} issues, ` +
      `${count("unpaid")} not paid; ${settled} known orders were compared with the provider.`,
    `The next documents: ${numbers.length === 0 ? "from the first number" : numbers.join(", ")}.`,
    mailLog
      ? "Mails that the log shows as sent are not sent again."
      : "There is no log of mails: what Temporal shows as sold counts as confirmed. Send again what a payer misses.",
    "Mailed links of what was lost open nothing: each sale that was created again gets a new one by mail, unless its address was corrected.",
    recordUntil === undefined
      ? "There is no record of opened orders: an order that neither Temporal, a webhook nor a file of the provider names is not seen."
      : `The record of opened orders reaches until ${recordUntil}. What was opened later, and Temporal lost, only the provider knows.`,
    ...(listed === undefined ? [] : [`${listed} orders of the provider's files were looked up.`]),
    ...unanswered.map((part) => `NO ANSWER: ${part}`),
    unanswered.length > 0
      ? "Sales stay paused: run this again when everything answers."
      : 'Work through "Needs attention", then: npm run recover -- open --reason "…"',
  ];
}

function exitCodeOf({ items, unanswered }: RecoveryReport): RecoverExitCode {
  if (unanswered.length > 0) return 2;
  return items.some(({ as }) => as === "issue") ? 1 : 0;
}

function parse(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        reason: { type: "string" },
        yes: { type: "boolean", default: false },
        orders: { type: "string", multiple: true, default: [] },
      },
    });
    if (positionals.length > 1) throw new RecoverCommandError(USAGE);
    return { verb: positionals[0], ...values, reason: values.reason };
  } catch {
    throw new RecoverCommandError(USAGE);
  }
}
