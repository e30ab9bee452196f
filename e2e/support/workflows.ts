import { expect } from "@playwright/test";
import { product } from "./product.js";

interface Found {
  readonly executions?: readonly {
    readonly status: string;
    readonly type: { readonly name: string };
    readonly searchAttributes?: { readonly indexedFields?: Readonly<Record<string, { readonly data: string }>> };
  }[];
}

/** What Temporal's own UI finds by a query. */
async function find(query: string): Promise<Found> {
  const address = new URL("/api/v1/namespaces/default/workflows", product.temporalUi);
  address.searchParams.set("query", query);
  const answer = await fetch(address, { signal: AbortSignal.timeout(60_000) });
  if (!answer.ok) throw new Error(`Temporal's UI: ${answer.status}`);
  return (await answer.json()) as Found;
}

/** Waits until the booking of an order is found in Temporal's UI as closed in this stage. */
export async function expectWorkflowClosed(orderId: string, stage: string): Promise<void> {
  await expect
    .poll(
      async () => {
        const query = `OrderId = "${orderId}" AND Stage = "${stage}" AND WorkflowType = "stallBooking"`;
        const { executions = [] } = await find(query);
        return executions.map(({ status }) => status);
      },
      { timeout: 180_000 },
    )
    .toEqual(["WORKFLOW_EXECUTION_STATUS_COMPLETED"]);
}
