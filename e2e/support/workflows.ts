import { expect } from "@playwright/test";
import { product } from "./product.js";

interface Found {
  readonly executions?: readonly {
    readonly status: string;
    readonly type: { readonly name: string };
    readonly searchAttributes?: { readonly indexedFields?: Readonly<Record<string, { readonly data: string }>> };
  }[];
}

/** Searches workflows through the API of Temporal's UI. */
async function find(query: string): Promise<Found> {
  const address = new URL("/api/v1/namespaces/default/workflows", product.temporalUi);
  address.searchParams.set("query", query);
  const response = await fetch(address, { signal: AbortSignal.timeout(60_000) });
  if (!response.ok) throw new Error(`Temporal's UI: ${response.status}`);
  return (await response.json()) as Found;
}

/** Waits until Temporal's UI finds the order's booking workflow closed in this stage. */
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
