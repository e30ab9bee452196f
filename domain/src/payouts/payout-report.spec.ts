import { describe, expect, it } from "@jest/globals";
import { matchBankLines, readBankStatement } from "./bank-statement.js";
import { readPayoutReport, readReportTime } from "./payout-report.js";

const HEAD =
  "Event Id,Event Type,Sale Type,Event Amount,Service Charge,Service Tax,Event Settlement Amount,Order Id,CF Payment Id,Refund Id,Settlement Id,Settlement UTR,Settlement Date,Event Time";
const PAID = "1,PAYMENT,CREDIT,1000.00,20.00,3.60,976.40,MELA1,11,,p1,UTR0001,2026-11-20 10:00:00,2026-11-18 09:00:00";

describe("readPayoutReport", () => {
  it("reads a payment with fee, GST on the fee, transfer and day", () => {
    expect(readPayoutReport(`${HEAD}\n${PAID}`)).toEqual({
      lines: [
        {
          ...{ payoutId: "p1", utr: "UTR0001", paidAt: new Date("2026-11-20T04:30:00Z"), kind: "payment" },
          ...{ eventType: "PAYMENT", eventId: "1", orderId: "MELA1", paymentId: "11", refundId: undefined },
          ...{ grossPaise: 100_000, feePaise: 2000, feeTaxPaise: 360, netPaise: 97_640 },
          at: new Date("2026-11-18T03:30:00Z"),
        },
      ],
      ...{ payouts: [], waiting: 0 },
    });
  });

  it.each([
    ["semicolons and a byte order mark", `\uFEFF${HEAD}\n${PAID}`.replaceAll(",", ";")],
    ["tabs", `${HEAD}\n${PAID}`.replaceAll(",", "\t")],
    [
      "the API's names",
      `${HEAD.replaceAll(" ", "_").toLowerCase().replace("settlement_id", "cf_settlement_id")}\n${PAID}`,
    ],
    ["apostrophes before long numbers", `${HEAD}\n${PAID.replace(",11,", ",'000000000011,")}`],
  ])("reads %s", (_, file) => {
    expect(readPayoutReport(file)).toMatchObject({
      lines: [{ payoutId: "p1", grossPaise: 100_000, netPaise: 97_640 }],
    });
  });

  it("knows what is taken, the payout itself, and what is in none yet", () => {
    const rows = [
      "2,REFUND,DEBIT,200,0,0,200,MELA1,11,R1,p1,UTR0001,20-11-2026,18/11/2026",
      "3,CHARGEBACK,DEBIT,200,,,200,MELA1,11,,p1,UTR0001,2026-11-20,",
      "p1,SETTLEMENT,CREDIT,576.40,,,576.40,,,,p1,UTR0001,2026-11-20,",
      "4,PAYMENT,CREDIT,1000,20,3.6,976.4,MELA2,12,,,NA,,",
    ];
    expect(readPayoutReport([HEAD, ...rows].join("\r\n"))).toMatchObject({
      lines: [
        { kind: "refund", refundId: "R1", grossPaise: -20_000, netPaise: -20_000 },
        { kind: "dispute", grossPaise: -20_000 },
      ],
      payouts: [{ payoutId: "p1", amountPaise: 57_640, utr: "UTR0001" }],
      waiting: 1,
    });
  });

  it.each([
    ["an empty file", "", "no column “Settlement Id”, “Event Type”, “Event Amount”"],
    ["another file", "a,b\n1,2", "no column “Settlement Id”"],
    ["an amount that is none", `${HEAD}\n${PAID.replace("1000.00", "much")}`, "“much” in line 2 is no amount"],
    ["an amount that may mean two", `${HEAD}\n${PAID.replace("1000.00", '"1,00"')}`, "“1,00” in line 2 is no amount"],
    ["a day that is none", `${HEAD}\n${PAID.replace("2026-11-20 10:00:00", "soon")}`, "“soon” in line 2 is no date"],
    ["an id that is none", `${HEAD}\n${PAID.replace("MELA1", "<b>")}`, "“<b>” in line 2 is no id"],
    ["a line that says nothing", `${HEAD}\n${PAID.replace("PAYMENT", "")}`, "Line 2 does not say what it is"],
    ["an open quote", `${HEAD}\n"${PAID}`, "a quote is not closed"],
  ])("refuses %s", (_, file, problem) => {
    expect(readPayoutReport(file).problem).toContain(problem);
  });

  it.each([
    ["2026-11-20T10:00:00+05:30", "2026-11-20T04:30:00.000Z"],
    ["2026-11-20 10:00", "2026-11-20T04:30:00.000Z"],
    ["20/11/2026", "2026-11-19T18:30:00.000Z"],
    ["5-1-2026 00:00:00", "2026-01-04T18:30:00.000Z"],
    ["2026-13-20", undefined],
    ["20 Nov", undefined],
  ])("reads the time %s", (text, at) => expect(readReportTime(text)?.toISOString()).toBe(at));
});

describe("a bank statement", () => {
  const transfers = [
    { payoutId: "p1", utr: "UTR0001234", amountPaise: 97_640 },
    { payoutId: "p2", utr: "N326261234567", amountPaise: 1_234_550 },
  ];
  const verdicts = (text: string) =>
    matchBankLines(readBankStatement(text), transfers).map(({ line, verdict, bankPaise }) => [
      line,
      verdict,
      bankPaise,
    ]);

  it.each([
    [
      "a CSV with a head",
      "Date,Narration,Debit,Credit,Balance\n20/11/2026,NEFT UTR0001234 CASHFREE,,976.40,5000.00",
      [[2, "matched", 97_640]],
    ],
    [
      "Indian thousands and Cr",
      'Date;Text;Amount\n21-11-2026;IMPS/n326261234567/CF;"12,345.50 Cr"',
      [[2, "matched", 1_234_550]],
    ],
    ["a pasted line", "20/11/2026 NEFT-UTR0001234-CASHFREE PAYMENTS 976.40 Cr", [[1, "matched", 97_640]]],
    ["tabs from a spreadsheet", "20/11/2026\tNEFT UTR0001234\t976.40\t10,000.00", [[1, "matched", 97_640]]],
    [
      "a paisa less",
      "Date,Narration,Debit,Credit,Balance\n20/11/2026,UTR0001234,,976.39,5000.00",
      [[2, "differs", 97_639]],
    ],
    [
      "a transfer twice",
      "d,t,credit\n1/1/2026,UTR0001234,976.40\n2/1/2026,UTR0001234,976.40",
      [
        [2, "matched", 97_640],
        [3, "unknown", 97_640],
      ],
    ],
    ["another payer", "d,t,credit\n1/1/2026,RENT OF MEERA,500.00", [[2, "unknown", 50_000]]],
    ["what was paid", "d,t,debit,credit\n1/1/2026,RENT,500.00,", []],
    ["words without an amount", "Statement of account\nUTR0001234\n", []],
    ["a number between letters", "d,t,credit\n1/1/2026,CFUTR0001234X,976.40", [[2, "matched", 97_640]]],
    ["a very long cell", `d,t,credit\n1/1/2026,${" x".repeat(100_000)} UTR0001234,976.40`, [[2, "matched", 97_640]]],
    ["nothing", "", []],
  ])("%s", (_, text, found) => expect(verdicts(text)).toEqual(found));
});
