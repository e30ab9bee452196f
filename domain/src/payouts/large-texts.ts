/** Longest file of payouts, and longest bank statement, in characters. The body that carries it may be 1 MiB. */
export const MAX_PAYOUT_TEXT = 900_000;

/** API addresses whose bodies carry such a text. */
export const LARGE_TEXT_PATHS: readonly string[] = [
  "/api/v1/mela/admin/payouts/file",
  "/api/v1/mela/admin/payouts/bank-statement",
];
