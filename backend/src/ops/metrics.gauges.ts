import { LIVE_STATES } from "@sakhi/domain/bookings/booking.states";
import { APPLICATION_STATES } from "@sakhi/domain/listings/listing.states";
import { STRANGER_MAILS_PER_HOUR } from "@sakhi/domain/mails/mail-gate.rules";
import { DISPUTE_STAGES, DISPUTE_URGENT_HOURS, waitsForEvidence } from "@sakhi/domain/payments/dispute.stages";
import { UNANSWERED_ATTEMPT_STATES, UNFINISHED_REFUND_STATES } from "@sakhi/domain/payments/payment.states";
import { UNKNOWN_ATTEMPT_MS } from "@sakhi/domain/payments/settlement.rules";
import { HELD_BY_EVENT, HELD_SHARE } from "../bookings/site-holds.sql.js";
import { RECOVERING } from "../events/sales-pause.sql.js";
import { ISSUE_KINDS } from "../issues/issues.service.js";
import { STRANGER_MAILS_LATELY } from "../mail/stranger-mails.sql.js";
import { sqlList } from "../platform/database/sql-text.js";
import { OBJECTIVES } from "../platform/metrics/objectives.js";
import { expiredHold, inLiveState } from "../stalls/live-bookings.sql.js";
import { RULE_NAMES } from "../verify/verify.service.js";
import { RECENTLY_CHECKED } from "./part-checks.sql.js";
import { SWEEP_CATCHES } from "./sweep.service.js";

/** A gauge read from the database at each scrape. */
export interface Figure {
  /** Metric name. */
  readonly name: string;
  readonly help: string;
  /** The label's name and all its values, reported even at zero; absent for a single number. */
  readonly label?: { readonly name: string; readonly values: readonly string[] };
  /** Selects `value` and, with a label, `label`. */
  readonly sql: string;
  /** A single number that is left out where `sql` selects no row; other figures are 0 then. */
  readonly mayBeMissing?: true;
  /** Reported only where the record is kept in a folder (RECORD_DIR): elsewhere there is nothing to copy. */
  readonly ofRecord?: true;
}

const OLDEST = (column: string): string =>
  `coalesce(greatest(0, extract(epoch FROM clock_timestamp() - min(${column}))), 0)`;

/** Seconds since the time that `newest` selects, or since the installation if there is none. */
const SINCE = (newest: string): string => `
  SELECT extract(epoch FROM clock_timestamp() - coalesce(
           (${newest}), (SELECT max(created_at) FROM installation), clock_timestamp())) AS value`;

/** Each `finding` of the last finished verification. */
const NEWEST_FINDINGS = `(SELECT findings FROM verification_runs WHERE finished_at IS NOT NULL ORDER BY day DESC LIMIT 1)
                 AS newest, jsonb_array_elements(newest.findings) AS finding`;

/** A figure of the processes that reported within the last 30 s, by kind. */
const ofProcesses = (figure: string): Pick<Figure, "label" | "sql"> => ({
  label: { name: "process", values: ["api", "orchestrator", "jobs"] },
  sql: `SELECT process AS label, ${figure} AS value FROM process_reports
         WHERE seen_at > clock_timestamp() - interval '30 seconds' GROUP BY process`,
});

/**
 * Current health of all processes together. Ages are in seconds and zero when nothing waits. The queries must be fast,
 * because they run at each scrape.
 */
export const FIGURES: readonly Figure[] = [
  {
    name: "sakhi_bookings",
    help: "Live bookings by state; released ones are not counted",
    label: { name: "state", values: LIVE_STATES },
    sql: `SELECT state AS label, count(*) AS value FROM bookings
           WHERE ${inLiveState()} GROUP BY state`,
  },
  {
    name: "sakhi_held_unpaid_share",
    help: "Share of the free stalls that are held and not paid for, 0 to 1, of the event where it is highest",
    sql: `SELECT (${HELD_SHARE}) AS value`,
  },
  {
    name: "sakhi_held_unpaid_stalls",
    help: "Stalls that are held and not paid for, of the event with most of them",
    sql: `SELECT coalesce(max(held), 0) AS value FROM (${HELD_BY_EVENT}) h`,
  },
  {
    name: "sakhi_stalls_sold_lately",
    help: "Stalls sold in the last ten minutes",
    sql: `SELECT coalesce(sum(sold_lately), 0) AS value FROM (${HELD_BY_EVENT}) h`,
  },
  {
    name: "sakhi_hold_expiry_lag_seconds",
    help: "Seconds since the deadline of the oldest expired hold that is not released yet",
    sql: `SELECT ${OLDEST("hold_expires_at")} AS value FROM bookings WHERE ${expiredHold("bookings")}`,
  },
  {
    name: "sakhi_payment_closing_lag_seconds",
    help: "Seconds since the end of the oldest payment window whose order is not final yet",
    sql: `SELECT ${OLDEST("pay_until")} AS value FROM bookings
           WHERE state = 'paying' AND pay_until < clock_timestamp()`,
  },
  {
    name: "sakhi_listing_applications",
    help: "Applications to be listed by state",
    label: { name: "state", values: APPLICATION_STATES },
    sql: "SELECT state AS label, count(*) AS value FROM listing_applications GROUP BY state",
  },
  {
    name: "sakhi_listing_expiry_lag_seconds",
    help: "Seconds since the end of the oldest expired listing that is still marked as live",
    sql: `SELECT ${OLDEST("live_until")} AS value FROM listing_applications
           WHERE state = 'live' AND live_until < clock_timestamp()`,
  },
  {
    name: "sakhi_outbox_depth",
    help: "Messages in the outbox that wait to be relayed, by topic",
    label: { name: "topic", values: ["workflow", "queue"] },
    sql: "SELECT topic AS label, count(*) AS value FROM outbox WHERE relayed_at IS NULL GROUP BY topic",
  },
  {
    name: "sakhi_outbox_age_seconds",
    help: "Age of the oldest message in the outbox that waits to be relayed, by topic",
    label: { name: "topic", values: ["workflow", "queue"] },
    sql: `SELECT topic AS label, ${OLDEST("created_at")} AS value FROM outbox
           WHERE relayed_at IS NULL GROUP BY topic`,
  },
  {
    name: "sakhi_webhooks_unhandled",
    help: "Stored webhooks of the payment provider that are not handled",
    sql: "SELECT count(*) AS value FROM webhook_inbox WHERE handled_at IS NULL",
  },
  {
    name: "sakhi_webhook_lag_seconds",
    help: "Age of the oldest webhook that is not handled",
    sql: `SELECT ${OLDEST("received_at")} AS value FROM webhook_inbox WHERE handled_at IS NULL`,
  },
  {
    name: "sakhi_outgoing_webhooks_waiting",
    help: "Webhooks to other systems that wait for their next attempt",
    sql: "SELECT count(*) AS value FROM webhook_deliveries WHERE state IN ('waiting', 'sending')",
  },
  {
    name: "sakhi_outgoing_webhook_failing_seconds",
    help: "Seconds since the first failed attempt of the enabled webhook endpoint that has not answered for longest",
    sql: `SELECT ${OLDEST("failing_since")} AS value FROM webhook_endpoints WHERE disabled_at IS NULL`,
  },
  {
    name: "sakhi_attempts_unanswered",
    help: "Attempts to open an order without a definite response of the payment provider for 30 seconds",
    sql: `SELECT count(*) AS value FROM payment_attempts
           WHERE state IN ${sqlList(UNANSWERED_ATTEMPT_STATES)} AND created_at < clock_timestamp() - interval '${UNKNOWN_ATTEMPT_MS} milliseconds'`,
  },
  {
    name: "sakhi_refunds_open",
    help: "Refunds that are neither succeeded nor failed, by state",
    label: { name: "state", values: ["requested", "pending"] },
    sql: `SELECT state AS label, count(*) AS value FROM refunds
           WHERE state IN ${sqlList(UNFINISHED_REFUND_STATES)} GROUP BY state`,
  },
  {
    name: "sakhi_mails_unsent",
    help: "Unsent mails by state; failed ones are not retried",
    label: { name: "state", values: ["queued", "sending", "failed"] },
    sql: "SELECT state AS label, count(*) AS value FROM mails WHERE state <> 'sent' GROUP BY state",
  },
  {
    name: "sakhi_mail_age_seconds",
    help: "Age of the oldest mail that is due and neither sent nor failed",
    sql: `SELECT ${OLDEST("coalesce(due_at, created_at)")} AS value FROM mails
           WHERE state IN ('queued', 'sending') AND coalesce(due_at, created_at) <= clock_timestamp()`,
  },
  {
    name: "sakhi_stranger_mails_share",
    help: "Mails of the last hour to recipients of whom nothing is proven, as a share of the site's budget; above 1 they wait",
    sql: `SELECT count(*)::float8 / ${STRANGER_MAILS_PER_HOUR} AS value FROM mails WHERE ${STRANGER_MAILS_LATELY}`,
  },
  {
    name: "sakhi_invoices_unrendered",
    help: "Invoices and credit notes issued more than a minute ago that have no PDF yet",
    sql: `SELECT count(*) AS value FROM invoices
           WHERE pdf IS NULL AND issued_at < clock_timestamp() - interval '1 minute'`,
  },
  {
    name: "sakhi_issues_open",
    help: "Open issues that need a person, by kind",
    label: { name: "kind", values: ISSUE_KINDS },
    sql: "SELECT kind AS label, count(*) AS value FROM issues WHERE resolved_at IS NULL GROUP BY kind",
  },
  {
    name: "sakhi_disputes_due",
    help: "Disputes whose deadline is less than a day away or over, and whose evidence nobody has sent",
    sql: `SELECT count(*) AS value FROM disputes WHERE stage IN ${sqlList(DISPUTE_STAGES.filter(waitsForEvidence))}
           AND respond_by < clock_timestamp() + interval '${DISPUTE_URGENT_HOURS} hours'`,
  },
  {
    name: "sakhi_sales_paused",
    help: "1 while sales are paused because the database may be older than what is known outside, else 0",
    sql: `SELECT ${RECOVERING}::int AS value`,
  },
  {
    name: "sakhi_record_age_seconds",
    help: "Seconds since every part outside last had the database's position; before the first, age of the installation",
    sql: SINCE("SELECT complete_at FROM outside_records"),
  },
  {
    name: "sakhi_record_copy_age_seconds",
    help: "Seconds since the record was last found copied to the backups' store as it is; before the first, age of the installation; missing without RECORD_DIR",
    ofRecord: true,
    sql: SINCE("SELECT max(finished_at) FROM backup_runs WHERE kind = 'record' AND succeeded"),
  },
  {
    name: "sakhi_disk_free_ratio",
    help: "Free share of the disk with this folder, 0 to 1; one that nobody measured for ten minutes is missing",
    label: { name: "place", values: [] },
    sql: `SELECT place AS label, round(free_bytes::numeric / total_bytes, 4) AS value FROM disk_space
           WHERE measured_at > clock_timestamp() - interval '10 minutes'`,
  },
  {
    name: "sakhi_backup_age_seconds",
    help: "Seconds since the last successful backup; before the first, age of the installation",
    sql: SINCE("SELECT max(finished_at) FROM backup_runs WHERE kind = 'backup' AND succeeded"),
  },
  {
    name: "sakhi_backup_drill_age_seconds",
    help: "Seconds since a backup was last restored and verified beside the product; before the first, age of the installation",
    sql: SINCE("SELECT max(finished_at) FROM backup_runs WHERE kind = 'drill' AND succeeded"),
  },
  {
    name: "sakhi_archive_lag_seconds",
    help: "Seconds since PostgreSQL last archived its write-ahead log; missing where it archives none",
    mayBeMissing: true,
    sql: `SELECT extract(epoch FROM clock_timestamp() - coalesce(last_archived_time, pg_postmaster_start_time())) AS value
            FROM pg_stat_archiver WHERE current_setting('archive_mode') <> 'off'`,
  },
  {
    name: "sakhi_archive_backup_age_seconds",
    help: "Seconds since the last base backup of the continuous archive that was restored and tried; missing before the first run",
    mayBeMissing: true,
    sql: `SELECT extract(epoch FROM clock_timestamp() - coalesce(
                   max(finished_at) FILTER (WHERE succeeded), min(finished_at))) AS value
            FROM backup_runs WHERE kind = 'archive' HAVING count(*) > 0`,
  },
  {
    name: "sakhi_backup_failed",
    help: "1 if the last finished run of its kind failed, else 0; record: the copy of what is kept outside the database; archive: a base backup of the continuous archive",
    label: { name: "kind", values: ["backup", "drill", "record", "archive"] },
    sql: `SELECT DISTINCT ON (kind) kind AS label, (NOT succeeded)::int AS value FROM backup_runs
           WHERE finished_at IS NOT NULL ORDER BY kind, finished_at DESC`,
  },
  {
    name: "sakhi_pictures",
    help: "Pictures of brands by state; deleted ones are not counted",
    label: { name: "state", values: ["uploading", "checking", "ready", "refused"] },
    sql: "SELECT state AS label, count(*) AS value FROM pictures WHERE state <> 'deleted' GROUP BY state",
  },
  {
    name: "sakhi_picture_check_age_seconds",
    help: "Seconds since the upload began of the oldest picture or paper that waits to be checked",
    sql: `SELECT ${OLDEST("created_at")} AS value FROM (
            SELECT created_at FROM pictures WHERE state = 'checking'
            UNION ALL SELECT created_at FROM paper_uploads WHERE state = 'checking'
            UNION ALL SELECT created_at FROM event_file_uploads WHERE state = 'checking') AS waiting`,
  },
  {
    name: "sakhi_picture_store_bytes",
    help: "Bytes of the files of all pictures; files that equal pictures share are counted for each",
    sql: "SELECT coalesce(sum(bytes), 0) AS value FROM picture_files",
  },
  {
    name: "sakhi_sweep_age_seconds",
    help: "Seconds since the last sweep, which runs each minute; before the first, age of the installation",
    sql: SINCE("SELECT at FROM sweep_runs ORDER BY id DESC LIMIT 1"),
  },
  {
    name: "sakhi_sweep_caught",
    help: "Work that the sweeps of the last hour caught up on; zero on a healthy system",
    label: { name: "what", values: SWEEP_CATCHES },
    // Reads the newest rows by id, since `at` has no index; 2000 are an hour of thirty jobs processes.
    sql: `SELECT part.key AS label, sum(part.value::text::bigint) AS value
            FROM (SELECT at, caught FROM sweep_runs ORDER BY id DESC LIMIT 2000) AS newest,
                 jsonb_each(newest.caught - 'failed') AS part
           WHERE newest.at > clock_timestamp() - interval '1 hour' GROUP BY part.key`,
  },
  {
    name: "sakhi_sweep_failed",
    help: "Parts of the last sweep that failed",
    label: { name: "what", values: SWEEP_CATCHES },
    sql: `SELECT part AS label, count(*) AS value
            FROM (SELECT caught FROM sweep_runs ORDER BY id DESC LIMIT 1) AS newest,
                 jsonb_array_elements_text(newest.caught -> 'failed') AS part
           GROUP BY part`,
  },
  {
    name: "sakhi_verification_broken",
    help: "Rows that broke a rule in the last nightly verification",
    label: { name: "rule", values: RULE_NAMES },
    sql: `SELECT finding->>'name' AS label, (finding->>'count')::bigint AS value
            FROM ${NEWEST_FINDINGS} WHERE finding->>'outcome' = 'broken'`,
  },
  {
    name: "sakhi_verification_unchecked",
    help: "Rules that the last nightly verification could not check",
    sql: `SELECT count(*) AS value
            FROM ${NEWEST_FINDINGS} WHERE finding->>'outcome' = 'not_checked'`,
  },
  {
    name: "sakhi_verification_age_seconds",
    help: "Seconds since the end of the last nightly verification; before the first, age of the installation",
    sql: SINCE("SELECT max(finished_at) FROM verification_runs"),
  },
  {
    name: "sakhi_outside_part_up",
    help: "1 if the mail server or the payment provider answered jobs' last check, 0 if not or not for three minutes",
    label: { name: "part", values: ["smtp", "payments"] },
    sql: `SELECT part AS label, (up AND ${RECENTLY_CHECKED})::int AS value
            FROM part_checks WHERE part IN ('smtp', 'payments')`,
  },
  {
    name: "sakhi_certificate_end_seconds",
    help: "When the certificate at the public address ends (Unix time), as last read by jobs; 0 for none, or while none could be read",
    sql: "SELECT coalesce(extract(epoch FROM max(ends_at)), 0) AS value FROM part_checks WHERE part = 'certificate'",
  },
  {
    name: "sakhi_certificate_never_read",
    help: "1 while no certificate could ever be read at an https public address",
    sql: "SELECT (count(*) FILTER (WHERE ends_at IS NULL))::int AS value FROM part_checks WHERE part = 'certificate'",
  },
  {
    name: "sakhi_objective_target",
    help: "Share of events that must go well, by objective (objectives.ts)",
    label: { name: "objective", values: Object.keys(OBJECTIVES) },
    sql: `SELECT * FROM (VALUES ${Object.values(OBJECTIVES)
      .map(({ name, target }) => `('${name}', ${target})`)
      .join(", ")}) AS target (label, value)`,
  },
  { name: "sakhi_processes", help: "Processes that reported within the last 30 seconds", ...ofProcesses("count(*)") },
  {
    name: "sakhi_process_resident_bytes",
    help: "Resident memory of the largest process of its kind",
    ...ofProcesses("max(resident_bytes)"),
  },
  {
    name: "sakhi_process_loop_lag_seconds",
    help: "99th percentile of the event loop delay over 5 s, of the slowest process of its kind",
    ...ofProcesses("max(loop_lag_seconds)"),
  },
];
