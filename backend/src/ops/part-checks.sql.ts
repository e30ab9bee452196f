/**
 * Whether a row of `part_checks` still says something about its part. Older than six checks of jobs, the part counts as not
 * checked.
 */
export const RECENTLY_CHECKED = "checked_at > clock_timestamp() - interval '3 minutes'";
