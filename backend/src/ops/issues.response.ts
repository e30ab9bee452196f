import { ApiProperty } from "@nestjs/swagger";
import {
  RESOLUTION_FORMS,
  RESOLUTION_NAMES,
  type Resolution,
  type ResolutionForm,
} from "@sakhi/domain/admin/resolutions";
import { REGISTRATION_FIELDS } from "@sakhi/domain/bookings/registration.fields";
import { formAsSent } from "../platform/http/declared-response.js";

/** A resolution that an issue offers. */
export class ResolutionResponse {
  @ApiProperty({ enum: RESOLUTION_NAMES, enumName: "Resolution" })
  action!: Resolution;
  /** Label of its button. */
  label!: string;
  /** True if a reason is required. */
  needsReason!: boolean;
  /** The form that it opens: of the booking, which closes the issue when submitted, or of its event. Absent: applied directly. */
  @ApiProperty({ enum: RESOLUTION_FORMS, enumName: "ResolutionForm" })
  opens?: ResolutionForm;
  /** Its effect on this issue, if that depends on the issue. */
  effect?: string;
}

/** A fact of an issue. */
export class IssueFactResponse {
  /** E.g. "Order". */
  label!: string;
  /** E.g. "MELA…" or "₹ 27,000". */
  value!: string;
}

/** The details that a payer requests for her registration. */
export class RequestedDetailsResponse extends formAsSent(REGISTRATION_FIELDS) {}

/** A change that a payer requested on her booking's page. */
export class RequestedChangeResponse {
  /** The text of her request. */
  words!: string;
  /** All requested details, if she filled them in. */
  details?: RequestedDetailsResponse;
}

/** An issue that needs a person. */
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
  /** Slug of the event that it is about, as a whole or by its booking or order. */
  event?: string;
  /** Only with booking_request. */
  requested?: RequestedChangeResponse;
  resolutions!: ResolutionResponse[];
}

/** Counts of what is in order. */
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
  /** Sweeps of the last 24 hours that caught nothing and in which no part failed. */
  quietSweeps!: number;
  /** All sweeps of the last 24 hours. */
  sweeps!: number;
  /** Closed issues. */
  resolvedIssues!: number;
}

/** The inbox: open issues and healthy counts. */
export class IssuesResponse {
  /** Of all events; absent for those who have some only. */
  healthy?: HealthyResponse;
  /** Open issues, oldest first. */
  entries!: IssueResponse[];
}

/** The result of a resolution. */
export class ResolutionOutcomeResponse {
  /** True if the issue is closed; otherwise it stays in the inbox. */
  resolved!: boolean;
  /** Message for the administrator. */
  message!: string;
}
