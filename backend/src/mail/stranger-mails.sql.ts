/** Mails of the last hour to recipients of whom nothing is proven, which the site's budget counts: a condition on `mails`. */
export const STRANGER_MAILS_LATELY =
  "proof IS NULL AND coalesce(due_at, created_at) > clock_timestamp() - interval '1 hour'";
