import { Injectable } from "@nestjs/common";
import { PAYMENT_GRACE_SECONDS } from "@sakhi/domain/bookings/booking.rules";
import type { Paise } from "@sakhi/domain/money/money";
import { Config } from "../../platform/config/config.js";
import { rows } from "../../platform/database/database.js";
import type { Tx } from "../../platform/database/database.js";
import type { OrderRequest } from "../provider/payment-provider.js";

/** The provider's limits (reference/payments-and-gst.md section 1). */
const CURRENCY = "INR";
const NAME_MIN = 3;

/** Who pays what, and where the provider sends them afterwards. */
export interface OrderParams {
  readonly orderId: string;
  readonly amountPaise: Paise;
  readonly payer: {
    /** A uuid that means this payer or this thing. */
    readonly id: string;
    /** Ten digits. */
    readonly phone: string;
    readonly email?: string | undefined;
    readonly name?: string | undefined;
  };
  /** Path of our page; the order id is added. */
  readonly returnPath: string;
}

/** Writes what the provider is asked to open, by its rules. */
@Injectable()
export class OrderRequests {
  constructor(private readonly config: Config) {}

  /** How long an order can be paid at the provider, in seconds. */
  get windowSeconds(): number {
    return this.config.paymentWindowSeconds;
  }

  /** The request, which expires when the window that begins now, by the database's clock, is over. */
  async write(tx: Tx, { orderId, amountPaise, payer, returnPath }: OrderParams): Promise<OrderRequest> {
    const { publicUrl, cashfree } = this.config;
    // The provider calls back over https only; the local simulator takes any address.
    const canBeCalled = publicUrl.startsWith("https:") || cashfree.baseUrl !== undefined;
    const { email, name } = payer;
    const { expiresAt, installation } = await requestFacts(tx, this.windowSeconds);
    return {
      orderId,
      amountPaise,
      currency: CURRENCY,
      customer: {
        id: payer.id.replaceAll(/[^A-Za-z0-9]/g, ""),
        phone: payer.phone,
        ...(email === undefined ? {} : { email }),
        ...(name === undefined || [...name].length < NAME_MIN ? {} : { name }),
      },
      // Ours, not their `{order_id}`: older versions replaced it, the newest documentation says to write it out.
      returnUrl: `${publicUrl}${returnPath}?order_id=${encodeURIComponent(orderId)}`,
      ...(canBeCalled ? { notifyUrl: `${publicUrl}/api/v1/cashfree/webhook` } : {}),
      expiresAt,
      installation,
    };
  }
}

/** Until when an order of this request can be paid: the provider's expiry and the grace. */
export function payUntilOf({ expiresAt }: OrderRequest): Date {
  return new Date(Date.parse(expiresAt) + PAYMENT_GRACE_SECONDS * 1000);
}

/**
 * The expiry that many seconds from now by the database's clock (ISO 8601, UTC, whole seconds), and the mark of this
 * database, by which its orders are known again at the provider.
 */
async function requestFacts(tx: Tx, seconds: number): Promise<{ expiresAt: string; installation: string }> {
  const [found] = await rows<{ expiresAt: string; installation: string }>(
    tx,
    `SELECT to_char((date_trunc('second', clock_timestamp()) + make_interval(secs => $1)) AT TIME ZONE 'UTC',
                    'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "expiresAt", id AS installation
       FROM installation`,
    [seconds],
  );
  if (found === undefined) throw new Error("the database has no installation mark");
  return found;
}
