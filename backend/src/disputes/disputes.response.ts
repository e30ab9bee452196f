import { ApiProperty } from "@nestjs/swagger";
import {
  DISPUTE_STAGES,
  DISPUTE_URGENCIES,
  type DisputeStage,
  type DisputeUrgency,
  EVIDENCE,
  type EvidenceKind,
  type LostDisputePapers,
} from "@sakhi/domain/payments/dispute.stages";

/** A dispute of a payment. */
export class DisputeResponse {
  disputeId!: string;
  orderId?: string;
  paymentId?: string;
  /** Rupees. */
  amount!: number;
  /** The provider's. */
  status!: string;
  @ApiProperty({ enum: DISPUTE_STAGES, enumName: "DisputeStage" })
  stage!: DisputeStage;
  /** How near the deadline is. */
  @ApiProperty({ enum: DISPUTE_URGENCIES, enumName: "DisputeUrgency" })
  urgency!: DisputeUrgency;
  /** Until when the provider takes evidence; ISO 8601, UTC. */
  respondBy?: string;
  /** The bank's, a code of the card scheme. */
  reasonCode?: string;
  /** ISO 8601, UTC. */
  createdAt!: string;
  evidenceSentAt?: string;
  evidenceSentBy?: string;
  evidenceNote?: string;
  stallId?: string;
  bookingId?: string;
  applicationId?: string;
  /** Slug of the event. */
  event?: string;
}

/** A piece of evidence. */
export class EvidenceItemResponse {
  @ApiProperty({ enum: EVIDENCE, enumName: "EvidenceKind" })
  kind!: EvidenceKind;
  there!: boolean;
}

/** A dispute with what there is to send. */
export class DisputeDetailsResponse extends DisputeResponse {
  evidence!: EvidenceItemResponse[];
  /** Of a lost one: what it means for the invoice. */
  @ApiProperty({ enum: ["invoice_stands", "credit_note_possible"], enumName: "LostDisputePapers" })
  papers?: LostDisputePapers;
}
