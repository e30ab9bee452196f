import { ApiProperty } from "@nestjs/swagger";
import { ENQUIRY_STATUSES, type EnquiryStatus } from "@sakhi/domain/admin/admin.choices";
import { ENQUIRY_KINDS, SUSPICIONS, type EnquiryKind, type Suspicion } from "@sakhi/domain/enquiries/enquiry.rules";

/** An enquiry or support message. */
export class AdminEnquiryResponse {
  id!: string;
  /** The reference given to the sender. */
  reference!: string;
  @ApiProperty({ enum: ENQUIRY_KINDS, enumName: "EnquiryKind" })
  kind!: EnquiryKind;
  @ApiProperty({ enum: ENQUIRY_STATUSES, enumName: "EnquiryStatus" })
  state!: EnquiryStatus;
  /** Why it was quarantined; kept after approval. */
  @ApiProperty({ enum: SUSPICIONS, enumName: "Suspicion", required: false })
  suspicion?: Suspicion;
  firstName!: string;
  lastName!: string;
  email!: string;
  phone?: string;
  company?: string;
  isMember?: boolean;
  subject?: string;
  /** The message, or the requirements of a gifting request. */
  message!: string;
  /** How many times the same text was sent. */
  timesSent!: number;
  createdAt!: string;
  letThroughAt?: string;
  answeredAt?: string;
  /** The administrator who marked it answered. */
  answeredBy?: string;
  answerNote?: string;
  /** The brand that it goes to. */
  brandId?: string;
  brandName?: string;
  /** When the sender agreed that her details go to the brand. */
  consentedAt?: string;
  /** When an operator stopped it, and who. */
  stoppedAt?: string;
  stoppedBy?: string;
}
