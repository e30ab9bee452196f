import { randomUUID } from "node:crypto";
import { API_PATHS } from "@sakhi/domain/site/routes";
import { CashfreeClient, pathOf } from "../../src/payments/provider/cashfree.client.js";
import { orderId as newOrderId } from "../bookings/mela.js";
import type { PayingTest } from "./paying.js";

/** An order at the provider that our database does not have, as after a restored backup. */
export interface LostOrder {
  readonly orderId: string;
  /** The booking that was lost with it. */
  readonly bookingId: string;
}

/** What the order is tagged with; by default as our own orders of a stall's booking are. */
interface Tags {
  /** Another installation's mark; empty for none. */
  readonly installation?: string;
  readonly stall?: string;
  /** Slug of the stall's event; the oldest one without. */
  readonly event?: string;
  /** Of an application instead of a booking. */
  readonly application?: string;
}

/** Opens an order at the provider as our product would, without any of our rows. */
export async function lostOrder(
  { mela }: PayingTest,
  stallId: string,
  tags: Tags = {},
  amount = 27_000,
): Promise<LostOrder> {
  const orderId = newOrderId();
  const bookingId = randomUUID();
  const mark = await mela.value("SELECT id FROM installation");
  const { installation = mark, application, event, stall = stallId } = tags;
  const body = {
    order_id: orderId,
    order_amount: amount,
    order_currency: "INR",
    customer_details: {
      customer_id: randomUUID().replaceAll("-", ""),
      customer_phone: "9876543210",
      customer_name: "Asha Rao",
      customer_email: "asha@example.com",
    },
    order_meta: { notify_url: `${mela.config.publicUrl}${API_PATHS.webhook}` },
    order_tags: {
      ...(installation === "" ? {} : { installation }),
      ...(application === undefined ? { booking: bookingId, stall } : { application }),
      ...(event === undefined ? {} : { event }),
    },
  };
  const opened = await new CashfreeClient(mela.config.cashfree).send({ method: "POST", path: pathOf("orders"), body });
  if (opened.kind !== "done") throw new Error(`the simulator did not open ${orderId}: ${opened.kind}`);
  return { orderId, bookingId };
}
