import { describe, expect, it } from "@jest/globals";
import {
  DISPUTE_STAGES,
  disputeStage,
  disputeUrgency,
  evidenceOf,
  papersOfLost,
  STAGE_TRANSITIONS,
} from "./dispute.stages.js";

const at = (hour: number): Date => new Date(Date.UTC(2026, 10, 20, hour));

describe("the stage of a dispute", () => {
  it.each([
    ["CHARGEBACK_CREATED", at(50), undefined, "evidence_asked"],
    ["CHARGEBACK_CREATED", undefined, undefined, "evidence_asked"],
    ["DISPUTE_CREATED", at(50), undefined, "evidence_asked"],
    ["RETRIEVAL_CREATED", at(50), undefined, "evidence_asked"],
    ["SOMETHING_NEW", undefined, undefined, "opened"],
    ["SOMETHING_NEW", at(50), undefined, "evidence_asked"],
    ["", undefined, undefined, "opened"],
    ["CHARGEBACK_CREATED", at(50), at(11), "evidence_sent"],
    ["CHARGEBACK_CREATED", at(50), at(10), "evidence_sent"],
    ["CHARGEBACK_INSUFFICIENT_EVIDENCE", at(50), at(9), "evidence_asked"],
    ["CHARGEBACK_INSUFFICIENT_EVIDENCE", at(50), at(12), "evidence_sent"],
    ["PRE_ARBITRATION_CREATED", at(50), at(9), "evidence_asked"],
    ["CHARGEBACK_DOCS_RECEIVED", at(50), undefined, "evidence_sent"],
    ["CHARGEBACK_UNDER_REVIEW", at(50), undefined, "evidence_sent"],
    ["CHARGEBACK_MERCHANT_WON", at(50), undefined, "won"],
    ["CHARGEBACK_MERCHANT_LOST", at(50), at(12), "lost"],
    ["CHARGEBACK_MERCHANT_ACCEPTED", undefined, undefined, "lost"],
  ] as const)("%s with the deadline %s, sent %s, is %s", (status, respondBy, evidenceSentAt, stage) => {
    expect(disputeStage({ status, respondBy, evidenceSentAt, updatedAt: at(10) })).toBe(stage);
  });

  it("counts what was sent if the provider names no time", () => {
    const dispute = { status: "CHARGEBACK_CREATED", respondBy: at(50), updatedAt: undefined, evidenceSentAt: at(1) };
    expect(disputeStage(dispute)).toBe("evidence_sent");
  });

  it("can end from everywhere, and goes to no stage twice in a row", () => {
    for (const stage of DISPUTE_STAGES) {
      expect(STAGE_TRANSITIONS[stage]).not.toContain(stage);
      for (const end of ["won", "lost"] as const) if (stage !== end) expect(STAGE_TRANSITIONS[stage]).toContain(end);
    }
  });
});

describe("how near the deadline is", () => {
  it.each([
    ["evidence_asked", 73, "none"],
    ["evidence_asked", 72, "soon"],
    ["evidence_asked", 25, "soon"],
    ["evidence_asked", 24, "urgent"],
    ["opened", 1, "urgent"],
    ["evidence_asked", 0, "over"],
    ["evidence_asked", -5, "over"],
    ["evidence_sent", 1, "none"],
    ["won", -5, "none"],
    ["lost", 1, "none"],
  ] as const)("%s, %i hours before: %s", (stage, hours, urgency) => {
    expect(disputeUrgency(stage, at(hours), at(0))).toBe(urgency);
  });
  it("is nothing without a deadline", () => expect(disputeUrgency("evidence_asked", undefined, at(0))).toBe("none"));
});

describe("evidence", () => {
  const all = {
    ...{ paid: true, sold: true, consentedAt: at(1), invoices: 1, mailsSent: 3, arrivals: 2, isStall: true },
  };
  it.each([
    ["everything of a stall", all, "payment booking consent invoice mails gate"],
    ["a listing", { ...all, isStall: false }, "payment booking consent invoice mails"],
    ["before the event", { ...all, arrivals: 0 }, "payment booking consent invoice mails"],
    [
      "money without a sale",
      { ...all, sold: false, consentedAt: undefined, invoices: 0, mailsSent: 0, arrivals: 0 },
      "payment",
    ],
  ])("is %s", (_, facts, there) => {
    expect(
      evidenceOf(facts)
        .flatMap((item) => (item.there ? [item.kind] : []))
        .join(" "),
    ).toBe(there);
  });
});

describe("papers of a dispute", () => {
  it.each([
    ["open", true, undefined],
    ["won", true, undefined],
    ["lost", true, "invoice_stands"],
    ["lost", false, "credit_note_possible"],
  ] as const)("%s, the sale stands: %s", (outcome, stands, papers) =>
    expect(papersOfLost(outcome, stands)).toBe(papers),
  );
});
