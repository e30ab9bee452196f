import { Injectable } from "@nestjs/common";
import type { CompanyType } from "@sakhi/domain/listings/listing-application.choices";
import type { ApplicationKind, ApplicationState } from "@sakhi/domain/listings/listing.states";
import type { ApplicationsQueryDto } from "@sakhi/domain/listings/review.dto";
import { Database } from "../../platform/database/database.js";
import type { ApplicationSummaryResponse } from "./review.response.js";

/** As many as are answered when nobody says how many. */
const USUAL_LIMIT = 50;

/** Columns of a summary, of the table `a`. */
export const SUMMARY_COLUMNS = `a.id, a.kind, a.state, a.brand_name, a.full_name, a.email, a.phone, a.company_type,
  a.business_category, a.created_at, a.review_since, a.live_until,
  (SELECT lo.order_id FROM listing_orders lo WHERE lo.application_id = a.id
    ORDER BY lo.created_at DESC LIMIT 1) AS order_id`;

/** What {@link SUMMARY_COLUMNS} answer. */
export interface RawSummary {
  readonly id: string;
  readonly kind: ApplicationKind;
  readonly state: ApplicationState;
  readonly brand_name: string;
  readonly full_name: string;
  readonly email: string;
  readonly phone: string;
  readonly company_type: CompanyType;
  readonly business_category: string;
  readonly created_at: Date;
  readonly review_since: Date | null;
  readonly live_until: Date | null;
  readonly order_id: string | null;
}

/** A summary as it goes on the wire. */
export function summaryOf(
  raw: RawSummary,
): Pick<ApplicationSummaryResponse, keyof ApplicationSummaryResponse> {
  return {
    id: raw.id,
    kind: raw.kind,
    state: raw.state,
    brandName: raw.brand_name,
    fullName: raw.full_name,
    email: raw.email,
    phoneNumber: raw.phone,
    companyType: raw.company_type,
    businessCategory: raw.business_category,
    createdAt: raw.created_at.toISOString(),
    ...(raw.review_since === null ? {} : { reviewSince: raw.review_since.toISOString() }),
    ...(raw.live_until === null ? {} : { liveUntil: raw.live_until.toISOString() }),
    ...(raw.order_id === null ? {} : { orderId: raw.order_id }),
  };
}

const FOUND = `FROM listing_applications a
  WHERE ($1::text IS NULL OR a.state = $1) AND ($2::text IS NULL OR a.kind = $2)
    AND ($3::text IS NULL OR strpos(lower(a.brand_name), $3) > 0 OR strpos(lower(a.full_name), $3) > 0
      OR strpos(lower(a.email), $3) > 0 OR strpos(a.phone, $3) > 0
      OR EXISTS (SELECT 1 FROM listing_orders lo
                  WHERE lo.application_id = a.id AND strpos(lower(lo.order_id), $3) > 0))`;

/** The administrator's list of applications. */
@Injectable()
export class ReviewListRepository {
  constructor(private readonly database: Database) {}

  /** Those that wait first, the longest waiting at the top; then the newest. */
  async list({
    state,
    kind,
    q,
    limit,
    offset,
  }: ApplicationsQueryDto): Promise<{ applications: ApplicationSummaryResponse[]; total: number }> {
    const filter = [state ?? null, kind ?? null, q?.toLowerCase() ?? null];
    const [counted] = await this.database.query<{ count: string }>(`SELECT count(*) ${FOUND}`, filter);
    const found = await this.database.query<RawSummary>(
      `SELECT ${SUMMARY_COLUMNS} ${FOUND}
        ORDER BY (a.state = 'under_review') DESC,
                 CASE WHEN a.state = 'under_review' THEN a.review_since END,
                 a.created_at DESC, a.id
        LIMIT $4 OFFSET $5`,
      [...filter, limit ?? USUAL_LIMIT, offset ?? 0],
    );
    return { applications: found.map(summaryOf), total: Number(counted?.count ?? 0) };
  }
}
