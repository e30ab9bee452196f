import { ApiProperty } from "@nestjs/swagger";
import { ENQUIRY_STATUSES } from "@sakhi/domain/admin/enquiries";
import type { EnquiryStatus } from "@sakhi/domain/admin/enquiries";
import { ENQUIRY_KINDS, SUSPICIONS } from "@sakhi/domain/enquiries/enquiry.rules";
import type { EnquiryKind, Suspicion } from "@sakhi/domain/enquiries/enquiry.rules";

/** What somebody wrote to us. */
export class AdminEnquiryResponse {
  id!: string;
  /** What the sender was told to name it by. */
  reference!: string;
  @ApiProperty({ enum: ENQUIRY_KINDS, enumName: "EnquiryKind" })
  kind!: EnquiryKind;
  @ApiProperty({ enum: ENQUIRY_STATUSES, enumName: "EnquiryStatus" })
  state!: EnquiryStatus;
  /** Why it was kept aside, also after it was let through. */
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
  /** How often the same words were sent. */
  timesSent!: number;
  createdAt!: string;
  letThroughAt?: string;
  answeredAt?: string;
  /** The administrator who marked it answered. */
  answeredBy?: string;
  answerNote?: string;
}
