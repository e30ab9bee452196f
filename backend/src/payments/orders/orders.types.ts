import type { Paise } from "@sakhi/domain/money/money";
import type { OrderState, PaymentEnvironment } from "@sakhi/domain/payments/payment.states";

/** What an order is for. */
export type SubjectType = "booking" | "application";

/** A payment order of ours. Times UTC. */
export interface OrderRow {
  readonly orderId: string;
  readonly subjectType: SubjectType;
  readonly subjectId: string;
  readonly amountPaise: Paise;
  readonly currency: string;
  readonly state: OrderState;
  readonly environment: PaymentEnvironment | null;
  readonly paymentSessionId: string | null;
  readonly providerExpiresAt: Date | null;
  readonly closingSince: Date | null;
  /** Whether the provider's time to pay is over, by the database's clock; false before it is known. */
  readonly lapsed: boolean;
}
