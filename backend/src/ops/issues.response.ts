import { ApiProperty } from "@nestjs/swagger";
import {
  RESOLUTION_FORMS,
  RESOLUTION_NAMES,
  type Resolution,
  type ResolutionForm,
} from "@sakhi/domain/admin/resolutions";

/** Something that can be done about an issue. */
export class ResolutionResponse {
  @ApiProperty({ enum: RESOLUTION_NAMES, enumName: "Resolution" })
  action!: Resolution;
  /** Its button's label. */
  label!: string;
  /** Whether a reason must be given. */
  needsReason!: boolean;
  /** The action on the booking whose form it opens, with this entry's id: that closes the entry. Applied as it is without. */
  @ApiProperty({ enum: RESOLUTION_FORMS, enumName: "ResolutionForm" })
  opens?: ResolutionForm;
  /** What it would do to this very entry, where that differs from case to case. */
  effect?: string;
}

/** One fact of an issue. */
export class IssueFactResponse {
  /** E.g. "Order". */
  label!: string;
  /** E.g. "MELA…" or "₹ 27,000". */
  value!: string;
}

/** The details that a payer wants on her registration. */
export class RequestedDetailsResponse {
  fullName!: string;
  email!: string;
  phoneNumber!: string;
  businessName!: string;
  gstNumber?: string;
  gstAddress?: string;
  pincode!: string;
}

/** What a payer asks for on her booking's page. */
export class RequestedChangeResponse {
  /** In her own words. */
  words!: string;
  /** All details as she wants them, where she filled them in. */
  details?: RequestedDetailsResponse;
}

/** An issue that a person must decide or know. */
export class IssueResponse {
  id!: string;
  /** E.g. amount_differs. */
  kind!: string;
  title!: string;
  /** What it means and what usually helps. */
  meaning!: string;
  facts!: IssueFactResponse[];
  raisedAt!: string;
  bookingId?: string;
  stallId?: string;
  applicationId?: string;
  orderId?: string;
  /** Of a booking_request. */
  requested?: RequestedChangeResponse;
  resolutions!: ResolutionResponse[];
}

/** What is in order, in numbers. */
export class HealthyResponse {
  soldBookings!: number;
  paidOrders!: number;
  refundsDone!: number;
  /** Refunds in progress that are not late. */
  refundsUnderWay!: number;
  mailsSent!: number;
  invoicesIssued!: number;
  webhooksHandled!: number;
  messagesRelayed!: number;
  /** Sweeps of the last 24 hours that caught nothing and failed in no part, of all of them. */
  quietSweeps!: number;
  sweeps!: number;
  /** Issues that were closed. */
  resolvedIssues!: number;
}

/** The inbox: open issues, and what is in order. */
export class IssuesResponse {
  healthy!: HealthyResponse;
  /** Open issues, oldest first. */
  entries!: IssueResponse[];
}

/** The result of a resolution. */
export class ResolutionOutcomeResponse {
  /** Whether the issue is closed; otherwise it stays in the inbox. */
  resolved!: boolean;
  /** What happened, in a sentence. */
  message!: string;
}
