import { formatPaise } from "@sakhi/domain/money/money";
import type { AttentionFactResponse } from "./attention.response.js";

/** Names of facts for people; others are written as they are. */
const LABELS: Readonly<Record<string, string>> = {
  orderId: "Order",
  amountPaise: "Amount",
  ourPaise: "We asked for",
  theirPaise: "The provider has",
  theirStatus: "Its status there",
  differs: "What differs",
  theirCurrency: "Its currency",
  refundId: "Refund",
  otherApplicationId: "The other application",
  providerStatus: "The provider says",
  state: "State",
  step: "Waits for",
  template: "Mail",
  attempts: "Tries",
  reason: "Reason",
  number: "Number",
  workflowId: "Workflow",
  problem: "What fails",
  network: "Network",
  unregistered: "Stalls held without registering, when this was raised",
  registered: "Stalls with a registration, when this was raised",
  blockedUntil: "Blocked until",
  waiting: "Waiting",
  oldestSeconds: "The oldest waits for (seconds)",
  lastError: "Last error",
};

/** Facts as lines to read: amounts in rupees, technical names in words. */
export function factLines(
  facts: Readonly<Record<string, string | number | boolean>>,
): AttentionFactResponse[] {
  return Object.entries(facts)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => ({
      label: LABELS[name] ?? name,
      value: name.endsWith("Paise") && typeof value === "number" ? `₹${formatPaise(value)}` : String(value),
    }));
}
