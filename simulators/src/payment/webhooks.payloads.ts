/** The bodies of webhooks and their signature (reference, section 3; version 2025-01-01). Pure. */
import { createHmac, randomUUID } from "node:crypto";
import { errorDetails, paymentEntity, refundEntity } from "./entities.js";
import { fixedRupees } from "./money.js";
import { indianIso } from "./times.js";
import type { News } from "./world.js";

export const WEBHOOK_VERSION = "2025-01-01";

/** JSON.stringify with amounts written as the provider writes them, always 2 decimals: `1180.00`. */
function rawJson(build: (amount: (paise: number) => string) => unknown): string {
  // A mark no customer's text can hold, because it is drawn anew for every body.
  const mark = randomUUID();
  const json = JSON.stringify(build((paise) => `${mark}${fixedRupees(paise)}`));
  return json.replace(new RegExp(`"${mark}(-?\\d+\\.\\d\\d)"`, "g"), "$1");
}

/** The raw body of the webhook that tells `news`, at `now` (milliseconds UTC). */
export function webhookBody(publisher: News, now: number): string {
  const { order } = publisher;
  return rawJson((amount) => {
    if (publisher.refund) {
      const { refund } = publisher;
      const entity: Record<string, unknown> = {
        ...refundEntity(order, refund),
        refund_amount: amount(refund.amountPaise),
      };
      delete entity.refund_speed;
      return { data: { refund: entity }, event_time: indianIso(now), type: publisher.type };
    }
    const { attempt } = publisher;
    const entity = paymentEntity(order, attempt);
    const error = errorDetails(attempt);
    return {
      data: {
        order: {
          order_id: order.orderId,
          order_amount: amount(order.amountPaise),
          order_currency: order.currency,
          order_tags: order.tags,
        },
        payment: {
          cf_payment_id: attempt.paymentId,
          payment_status: attempt.status,
          payment_amount: amount(attempt.amountPaise),
          payment_currency: order.currency,
          payment_message: attempt.message,
          payment_time: entity.payment_time,
          bank_reference: attempt.bankReference,
          auth_id: entity.auth_id,
          payment_method: entity.payment_method,
          payment_group: entity.payment_group,
          international_payment: entity.international_payment,
          payment_surcharge: entity.payment_surcharge,
        },
        customer_details: {
          customer_name: order.customer.name,
          customer_id: order.customer.id,
          customer_email: order.customer.email,
          customer_phone: order.customer.phone,
        },
        ...(error ? { error_details: error } : {}),
        payment_gateway_details: entity.payment_gateway_details,
        payment_offers: null,
      },
      event_time: indianIso(now),
      type: publisher.type,
    };
  });
}

/** base64(HMAC-SHA256(client secret, timestamp header + raw body)). */
export function signature(secret: string, timestamp: string, rawBody: string): string {
  return createHmac("sha256", secret).update(timestamp).update(rawBody).digest("base64");
}
