import type { RegistrationSort, SortOrder } from "@sakhi/domain/admin/admin.choices";
import type { RegistrationsQueryDto } from "@sakhi/domain/admin/queries.dto";
import { REGISTRATION_FIELDS } from "@sakhi/domain/bookings/registration.fields";
import type { SentRowOf } from "@sakhi/domain/fields/declared-fields";
import { searchForms } from "@sakhi/domain/fields/identifiers";
import type { PaymentStatus } from "@sakhi/domain/payments/payment.states";
import type { StallType } from "@sakhi/domain/stalls/stall.types";
import type { BookingEntity } from "../bookings/bookings.entities.js";
import { saleRefundedPaise } from "../payments/operator-refunds.service.js";
import { columnList } from "../platform/database/declared-columns.js";
import { likeContains } from "../platform/database/sql-text.js";
import { expiredHold, liveHold } from "../stalls/live-bookings.sql.js";

/** Filter and order of registrations, without paging. */
export type RegistrationsFilter = Pick<
  RegistrationsQueryDto,
  "q" | "paymentStatus" | "stallType" | "listingOffer" | "from" | "to" | "sort" | "order"
> & {
  /** Of this event's stalls; of all events if absent. */
  readonly eventId?: number | undefined;
  /** For those who may not see contacts: a search must not show who has this number either. */
  readonly withoutContacts?: boolean;
};

/** A statement with its parameters. */
interface Statement {
  readonly sql: string;
  readonly parameters: unknown[];
}

/** A registration with its stall's type and the payment that bought it. */
export type RegistrationRow = Pick<
  BookingEntity,
  "id" | "pricePaise" | "state" | "releaseReason" | "listingOffer" | "linkedApplicationId" | "updatedAt"
> &
  SentRowOf<typeof REGISTRATION_FIELDS> & {
    readonly orderId: string;
    readonly stallId: string;
    readonly stallType: StallType;
    readonly eventId: number;
    /** Held or registered, and past its deadline. */
    readonly expired: boolean;
    readonly paymentStatus: PaymentStatus;
    /** The provider's payment id, once paid. */
    readonly transactionId: string | null;
    readonly paymentMode: string | null;
    /** When the form was submitted. */
    readonly createdAt: Date;
    readonly netPaise: string;
  };

/** Orders that paid for moves of a booking `b` to dearer stalls. */
const MOVE_ORDERS = `orders mo WHERE mo.subject_type = 'booking' AND mo.subject_id = b.id AND mo.move_id IS NOT NULL
   AND mo.sold_payment_id IS NOT NULL`;

/** What a booking `b` was sold for: the price less the discount, and what was paid for its moves to dearer stalls. */
export const SOLD_PAISE = `(b.final_paise + coalesce((SELECT sum(mo.amount_paise) FROM ${MOVE_ORDERS}), 0))`;

/** Net amount of a booking `b`: what it was sold for, less refunds of the sale and of its moves, made or pending. */
export const NET_PAISE = `greatest(0, ${SOLD_PAISE} - ${saleRefundedPaise("b.order_id", "b.id")}
  - coalesce((SELECT sum(${saleRefundedPaise("mo.order_id", "b.id")}) FROM ${MOVE_ORDERS}), 0))::bigint`;

/**
 * `paymentStatus` of a booking `b`; the SQL form of {@link paymentStatusOf}, for filters, sorting and counts. An
 * expired registration and a fully refunded sale count as failed; a payment in progress stays pending until it is
 * final. Both forms pass the same table of cases (payer-outcomes.spec.ts).
 */
export const PAYMENT_STATUS = `CASE
  WHEN b.state = 'sold' AND b.final_paise > 0 AND ${NET_PAISE} = 0 THEN 'payment_failed'
  WHEN b.state = 'sold' THEN 'payment_successful'
  WHEN b.state = 'paying' OR (b.state = 'registered' AND ${liveHold()}) THEN 'payment_pending'
  ELSE 'payment_failed' END`;

/** When the form of a booking `b` was submitted. */
const REGISTERED_AT = "coalesce(b.registered_at, b.held_at)";

/** Selects {@link RegistrationRow}s. */
const REGISTRATIONS = `
  SELECT b.id, b.order_id, ${columnList(REGISTRATION_FIELDS, "b")},
         s.stall_id, s.type AS stall_type, s.event_id, b.price_paise, b.state, b.release_reason,
         ${expiredHold()} AS expired, ${PAYMENT_STATUS} AS payment_status, b.listing_offer,
         paid.provider_payment_id AS transaction_id, paid.payment_mode, b.linked_application_id,
         ${REGISTERED_AT} AS created_at, b.updated_at, ${NET_PAISE} AS net_paise
    FROM bookings b
    JOIN stalls s ON s.stall_key = b.stall_key
    LEFT JOIN LATERAL (
      SELECT p.provider_payment_id, p.payment_mode FROM payments p JOIN orders o ON o.order_id = p.order_id
       WHERE p.order_id = b.order_id AND p.outcome = 'success'
       ORDER BY p.provider_payment_id = o.sold_payment_id DESC NULLS LAST, p.seen_at, p.provider_payment_id LIMIT 1
    ) paid ON true`;

/** Sort keys, most significant first. */
const SORTED_BY: Readonly<Record<RegistrationSort, readonly string[]>> = {
  createdAt: [REGISTERED_AT],
  fullName: ["lower(b.full_name)"],
  businessName: ["lower(b.business_name)"],
  // A2 before A10.
  stallId: ["left(s.stall_id, 1)", "substr(s.stall_id, 2)::int"],
  netAmount: [NET_PAISE],
  paymentStatus: [PAYMENT_STATUS],
};

const DIRECTIONS: Readonly<Record<SortOrder, string>> = { asc: "ASC", desc: "DESC" };

/** Selects the registrations that match the filter, sorted; the id breaks ties. */
export function registrationsStatement(filter: RegistrationsFilter): Statement {
  const { sort = "createdAt", order = "desc" } = filter;
  const { where, parameters } = condition(filter);
  const by = [...SORTED_BY[sort], "b.id"].map((column) => `${column} ${DIRECTIONS[order]}`);
  return { sql: `${REGISTRATIONS} WHERE ${where} ORDER BY ${by.join(", ")}`, parameters };
}

/** Counts the registrations that match the filter. */
export function countStatement(filter: RegistrationsFilter): Statement {
  const { where, parameters } = condition(filter);
  return {
    sql: `SELECT count(*)::int AS count FROM bookings b JOIN stalls s ON s.stall_key = b.stall_key WHERE ${where}`,
    parameters,
  };
}

function condition(filter: RegistrationsFilter): { readonly where: string; readonly parameters: unknown[] } {
  const parameters: unknown[] = [];
  const parts = ["b.final_paise IS NOT NULL"];
  const addCondition = (sql: (parameter: string) => string, value: unknown): void => {
    if (value === undefined) return;
    parameters.push(value);
    parts.push(sql(`$${parameters.length}`));
  };
  // Not ILIKE ANY: it cannot use the trigram index.
  const texts = searchPatterns(filter.q).map((pattern) => {
    const p = `$${parameters.push(pattern)}`;
    const byText = `${filter.withoutContacts === true ? WITHOUT_CONTACTS : "b.search_text"} ILIKE ${p}`;
    if (!PART_OF_NUMBER.test(pattern)) return byText;
    // Stalls' keys first, as an array, so that both conditions use an index of bookings.
    return `${byText} OR b.stall_key = ANY (ARRAY(SELECT n.stall_key FROM stalls n WHERE n.stall_id ILIKE ${p}))`;
  });
  if (texts.length > 0) parts.push(`(${texts.join(" OR ")})`);
  addCondition((p) => `${PAYMENT_STATUS} = ${p}`, filter.paymentStatus);
  addCondition((p) => `s.event_id = ${p}`, filter.eventId);
  addCondition((p) => `s.type = ${p}`, filter.stallType);
  addCondition((p) => `b.listing_offer = ${p}`, filter.listingOffer);
  // An Indian day starts at 18:30 UTC of the day before.
  addCondition((p) => `${REGISTERED_AT} >= (${p}::date)::timestamp AT TIME ZONE 'Asia/Kolkata'`, filter.from);
  addCondition((p) => `${REGISTERED_AT} < (${p}::date + 1)::timestamp AT TIME ZONE 'Asia/Kolkata'`, filter.to);
  return { where: parts.join(" AND "), parameters };
}

/** What is searched without phone number and e-mail address; without an index. */
const WITHOUT_CONTACTS = "concat_ws(' ', b.full_name, b.business_name, b.order_id)";

/** Patterns that a stall's number can match. */
const PART_OF_NUMBER = /^%[a-z]?\d{0,5}%$/i;

/** LIKE patterns for a search; numbers and addresses match in any notation. */
function searchPatterns(q: string | undefined): string[] {
  return q === undefined ? [] : searchForms(q).map(likeContains);
}
