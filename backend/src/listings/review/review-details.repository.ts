import { Injectable } from "@nestjs/common";
import { toRupees } from "@sakhi/domain/money/money";
import { Database } from "../../platform/database/database.js";
import { SUMMARY_COLUMNS } from "./review-list.repository.js";
import type { RawSummary } from "./review-list.repository.js";
import type {
  ApplicationEventResponse,
  ApplicationFormResponse,
  ApplicationInvoiceResponse,
  ApplicationMailResponse,
  ApplicationOrderResponse,
  ApplicationRefundResponse,
} from "./review.response.js";

/** What an application is besides its summary. */
export interface RawDetails extends RawSummary {
  readonly year: number;
  readonly live_from: Date | null;
  readonly decision_reason: string | null;
  readonly brand_id: string | null;
  readonly booking_id: string | null;
  readonly stall_id: string | null;
  readonly whatsapp_number: string;
  readonly business_stage: string;
  readonly business_type: string;
  readonly story: string;
  readonly gst_number: string | null;
  readonly govt_document: string | null;
  readonly business_address: string;
  readonly pan_number: string | null;
  readonly whatsapp_business_contact: string;
  readonly whatsapp_group_link: string | null;
  readonly website_url: string | null;
  readonly linkedin_url: string | null;
  readonly facebook_url: string | null;
  readonly instagram_url: string | null;
  readonly is_startup: boolean;
  readonly interested_in_popups: boolean;
  readonly previous_participation: string[];
  readonly hear_about_us: string;
}

const given = <K extends string>(key: K, value: string | null): { [P in K]?: string } =>
  value === null ? {} : ({ [key]: value } as { [P in K]: string });

/** The form as it goes on the wire. */
export function formOf(raw: RawDetails): ApplicationFormResponse {
  return {
    whatsappNumber: raw.whatsapp_number,
    businessStage: raw.business_stage,
    businessType: raw.business_type,
    story: raw.story,
    ...given("gstNumber", raw.gst_number),
    ...given("govtDocument", raw.govt_document),
    businessAddress: raw.business_address,
    ...given("panNumber", raw.pan_number),
    whatsappBusinessContact: raw.whatsapp_business_contact,
    ...given("whatsappGroupLink", raw.whatsapp_group_link),
    ...given("websiteUrl", raw.website_url),
    ...given("linkedinUrl", raw.linkedin_url),
    ...given("facebookUrl", raw.facebook_url),
    ...given("instagramUrl", raw.instagram_url),
    isStartup: raw.is_startup,
    interestedInPopups: raw.interested_in_popups,
    previousParticipation: raw.previous_participation,
    hearAboutUs: raw.hear_about_us,
  };
}

const OF_APPLICATION = "(SELECT lo.order_id FROM listing_orders lo WHERE lo.application_id = $1)";

/** Everything around one application, for the administrator: reads only. */
@Injectable()
export class ReviewDetailsRepository {
  constructor(private readonly database: Database) {}

  async find(applicationId: string): Promise<RawDetails | undefined> {
    const [found] = await this.database.query<RawDetails>(
      `SELECT ${SUMMARY_COLUMNS}, a.year, a.live_from, a.decision_reason, a.brand_id, a.booking_id, b.stall_id,
              a.whatsapp_number, a.business_stage, a.business_type, a.story, a.gst_number, a.govt_document,
              a.business_address, a.pan_number, a.whatsapp_business_contact, a.whatsapp_group_link, a.website_url,
              a.linkedin_url, a.facebook_url, a.instagram_url, a.is_startup, a.interested_in_popups,
              a.previous_participation, a.hear_about_us
         FROM listing_applications a LEFT JOIN bookings b ON b.id = a.booking_id WHERE a.id = $1`,
      [applicationId],
    );
    return found;
  }

  async timeline(applicationId: string): Promise<ApplicationEventResponse[]> {
    const found = await this.database.query<{ at: Date; kind: string; actor: string; note: string | null }>(
      "SELECT at, kind, actor, detail->>'note' AS note FROM listing_events WHERE application_id = $1 ORDER BY id",
      [applicationId],
    );
    return found.map(({ at, kind, actor, note }) => ({
      at: at.toISOString(),
      what: kind,
      by: actor,
      ...given("note", note),
    }));
  }

  async orders(applicationId: string): Promise<ApplicationOrderResponse[]> {
    const found = await this.database.query<{
      order_id: string;
      purpose: string;
      year: number;
      state: string;
      amount: string;
      created_at: Date;
      paid_at: Date | null;
      transaction_id: string | null;
      payment_mode: string | null;
    }>(
      `SELECT lo.order_id, lo.purpose, lo.year, o.state, o.amount_paise AS amount, lo.created_at, lo.paid_at,
              p.provider_payment_id AS transaction_id, p.payment_mode
         FROM listing_orders lo JOIN orders o ON o.order_id = lo.order_id
         LEFT JOIN LATERAL (SELECT provider_payment_id, payment_mode FROM payments
                             WHERE order_id = lo.order_id AND outcome = 'success'
                             ORDER BY seen_at LIMIT 1) p ON true
        WHERE lo.application_id = $1 ORDER BY lo.created_at`,
      [applicationId],
    );
    return found.map((order) => ({
      orderId: order.order_id,
      purpose: order.purpose,
      year: order.year,
      state: order.state,
      amount: toRupees(Number(order.amount)),
      createdAt: order.created_at.toISOString(),
      ...given("paidAt", order.paid_at?.toISOString() ?? null),
      ...given("transactionId", order.transaction_id),
      ...given("paymentMode", order.payment_mode),
    }));
  }

  async invoices(applicationId: string): Promise<ApplicationInvoiceResponse[]> {
    const found = await this.database.query<{
      id: string;
      number: string;
      kind: string;
      amount: string;
      issued_at: Date;
    }>(
      `SELECT id, number, kind, content->'tax'->>'totalPaise' AS amount, issued_at FROM invoices
        WHERE order_id IN ${OF_APPLICATION} ORDER BY issued_at`,
      [applicationId],
    );
    return found.map(({ id, number, kind, amount, issued_at }) => ({
      id,
      number,
      kind,
      amount: toRupees(Number(amount)),
      issuedAt: issued_at.toISOString(),
    }));
  }

  /** The order whose money was taken for a year. */
  async paidOrder(applicationId: string, year: number): Promise<string | undefined> {
    const [found] = await this.database.query<{ order_id: string }>(
      "SELECT order_id FROM listing_orders WHERE application_id = $1 AND year = $2 AND paid_at IS NOT NULL",
      [applicationId, year],
    );
    return found?.order_id;
  }

  async refunds(applicationId: string): Promise<ApplicationRefundResponse[]> {
    const found = await this.database.query<{
      refund_id: string;
      order_id: string;
      amount: string;
      reason: string;
      state: string;
      created_at: Date;
    }>(
      `SELECT refund_id, order_id, amount_paise AS amount, reason, state, created_at FROM refunds
        WHERE order_id IN ${OF_APPLICATION} ORDER BY created_at`,
      [applicationId],
    );
    return found.map(({ refund_id, order_id, amount, reason, state, created_at }) => ({
      refundId: refund_id,
      orderId: order_id,
      amount: toRupees(Number(amount)),
      reason,
      state,
      createdAt: created_at.toISOString(),
    }));
  }

  async mails(applicationId: string): Promise<ApplicationMailResponse[]> {
    const found = await this.database.query<{
      id: string;
      template: string;
      to_address: string;
      state: ApplicationMailResponse["state"];
      attempts: number;
      last_error: string | null;
      created_at: Date;
      sent_at: Date | null;
      copy: boolean;
    }>(
      `SELECT id, template, to_address, state, attempts, last_error, created_at, sent_at, copy_of IS NOT NULL AS copy
         FROM mails WHERE application_id = $1 ORDER BY created_at, id`,
      [applicationId],
    );
    return found.map(
      ({ id, template, to_address, state, attempts, last_error, created_at, sent_at, copy }) => ({
        id,
        template,
        to: to_address,
        state,
        attempts,
        ...given("lastError", last_error),
        createdAt: created_at.toISOString(),
        ...given("sentAt", sent_at?.toISOString() ?? null),
        copy,
      }),
    );
  }
}
