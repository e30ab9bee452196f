import { type DisputeOutcome, disputeOutcome } from "./dispute.rules.js";

/**
 * How far a dispute has come, for those who answer it: opened, evidence asked with its deadline, evidence sent, won or lost. The
 * provider says some of it with its status; that our evidence was sent, an operator says, since it is sent on the provider's pages.
 */
export const DISPUTE_STAGES = ["opened", "evidence_asked", "evidence_sent", "won", "lost"] as const;
export type DisputeStage = (typeof DISPUTE_STAGES)[number];

/** What a stage follows from. */
interface StagedDispute {
  /** The provider's. */
  readonly status: string;
  /** Until when the provider takes evidence. */
  readonly respondBy: Date | undefined;
  /** When the provider last changed it. */
  readonly updatedAt: Date | undefined;
  /** When an operator said that the evidence was sent. */
  readonly evidenceSentAt: Date | undefined;
}

/** Statuses with which the provider has our evidence; their beginnings say at which round of the dispute. */
const RECEIVED = /(?:^|_)(?:DOCS_RECEIVED|UNDER_REVIEW)$/;
/** Statuses with which it asks for some, also again. */
const ASKED = /(?:^|_)(?:CREATED|INSUFFICIENT_EVIDENCE)$/;

/**
 * The stage of a dispute. What an operator sent counts until the provider says something new: a bank may ask again, and so
 * another round begins.
 */
export function disputeStage({ status, respondBy, updatedAt, evidenceSentAt }: StagedDispute): DisputeStage {
  const outcome = disputeOutcome(status);
  if (outcome !== "open") return outcome;
  if (RECEIVED.test(status)) return "evidence_sent";
  if (evidenceSentAt !== undefined && (updatedAt === undefined || updatedAt <= evidenceSentAt)) return "evidence_sent";
  return respondBy !== undefined || ASKED.test(status) ? "evidence_asked" : "opened";
}

/** Stages that may follow each; a report that comes late changes nothing (replacesDispute). A bank may take up a decided dispute again. */
export const STAGE_TRANSITIONS: Readonly<Record<DisputeStage, readonly DisputeStage[]>> = {
  opened: ["evidence_asked", "evidence_sent", "won", "lost"],
  evidence_asked: ["evidence_sent", "won", "lost"],
  evidence_sent: ["evidence_asked", "won", "lost"],
  won: ["evidence_asked", "evidence_sent", "lost"],
  lost: ["evidence_asked", "evidence_sent", "won"],
};

/** Whether an operator has something to do about it before a deadline. */
export const waitsForEvidence = (stage: DisputeStage): boolean => stage === "opened" || stage === "evidence_asked";

/** How near the deadline is. */
export const DISPUTE_URGENCIES = ["none", "soon", "urgent", "over"] as const;
export type DisputeUrgency = (typeof DISPUTE_URGENCIES)[number];

const HOUR_MS = 60 * 60 * 1000;
/** A mail and an alarm from here on, in hours before the deadline: a weekend between would be too long. */
export const DISPUTE_SOON_HOURS = 72;
/** And again from here on. */
export const DISPUTE_URGENT_HOURS = 24;

/** How near the deadline of a dispute is that waits for evidence; `none` for others, and without a deadline. */
export function disputeUrgency(stage: DisputeStage, respondBy: Date | undefined, now: Date): DisputeUrgency {
  if (!waitsForEvidence(stage) || respondBy === undefined) return "none";
  const hours = (respondBy.getTime() - now.getTime()) / HOUR_MS;
  if (hours <= 0) return "over";
  if (hours <= DISPUTE_URGENT_HOURS) return "urgent";
  return hours <= DISPUTE_SOON_HOURS ? "soon" : "none";
}

/** What an operator can send to a payer's bank. */
export const EVIDENCE = ["payment", "booking", "consent", "invoice", "mails", "gate"] as const;
export type EvidenceKind = (typeof EVIDENCE)[number];

/** What is known about a disputed sale. */
export interface EvidenceState {
  readonly paid: boolean;
  readonly sold: boolean;
  readonly consentedAt: Date | undefined;
  readonly invoices: number;
  readonly mailsSent: number;
  readonly arrivals: number;
  /** Of a listing nobody arrives. */
  readonly isStall: boolean;
}

/** A piece of evidence, and whether there is some. */
export interface EvidenceItem {
  readonly kind: EvidenceKind;
  readonly there: boolean;
}

/** What there is to send, in the order in which banks look at it. */
export function evidenceOf(facts: EvidenceState): readonly EvidenceItem[] {
  const { paid, sold, consentedAt, invoices, mailsSent, arrivals, isStall } = facts;
  const there: Readonly<Record<EvidenceKind, boolean>> = {
    payment: paid,
    booking: sold,
    consent: consentedAt !== undefined,
    invoice: invoices > 0,
    mails: mailsSent > 0,
    gate: arrivals > 0,
  };
  return EVIDENCE.filter((kind) => kind !== "gate" || isStall).map((kind) => ({ kind, there: there[kind] }));
}

/** What a lost dispute means for the papers of its sale. */
export type LostDisputePapers = "invoice_stands" | "credit_note_possible";

/**
 * The invoice of a lost dispute stands: the supply was made and its tax is due, the money is a bad debt (CGST Act section 34 knows no
 * credit note for it). Only if the sale has ended, so that nothing was supplied, an operator can have it credited.
 */
export function papersOfLost(outcome: DisputeOutcome, saleStands: boolean): LostDisputePapers | undefined {
  if (outcome !== "lost") return undefined;
  return saleStands ? "invoice_stands" : "credit_note_possible";
}
