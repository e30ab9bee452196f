import { useState } from "react";

/** Until the confirmation was handed over, its state is read again, in ms. */
const CHECK_MS = 5000;

/** How a receipt is read. */
interface Reading {
  readonly pollingInterval: number;
  readonly skipPollingIfUnfocused: boolean;
  readonly refetchOnMountOrArgChange: boolean;
}

/** The receipt of an order, read again until its confirmation is sent: afterwards nothing changes by itself. */
export function useUntilSent<Query extends { readonly currentData?: { readonly mail: string } | null | undefined }>(
  useReceipt: (orderId: string, reading: Reading) => Query,
  orderId: string,
): Query {
  const [queued, setQueued] = useState(true);
  const query = useReceipt(orderId, {
    pollingInterval: queued ? CHECK_MS : 0,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  const receipt = query.currentData;
  const stillQueued = receipt?.mail === "queued";
  if (receipt !== undefined && stillQueued !== queued) setQueued(stillQueued);
  return query;
}
