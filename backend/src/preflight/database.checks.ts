import type pg from "pg";
import { FORMER_MIGRATIONS } from "../platform/database/origin.js";
import { type AddressDetails, directAddressCheck } from "./direct-address.check.js";
import { type Check, type Finding, ok, unknown, wrong } from "./preflight.js";

/** Oldest PostgreSQL that the product is tested on. */
const MIN_POSTGRES = 160_000;
/** Largest difference between two clocks, in ms. */
const MAX_CLOCK_MS = 2_000;
/** Oldest backup and drill, in hours. */
const MAX_BACKUP_HOURS = 30;
const MAX_DRILL_HOURS = 60;
/** A write is archived within some 15 seconds, and there is one at least each minute. */
const MAX_ARCHIVE_SECONDS = 180;

/** What these checks need. */
export interface DatabaseDetails extends AddressDetails {
  readonly production: boolean;
  /** Likewise as the tables' owner; undefined without MIGRATION_DATABASE_URL. */
  readonly connectAsOwner: (() => Promise<pg.Client>) | undefined;
  /** Names of this release's migrations. */
  readonly migrations: readonly string[];
}

async function query<Row extends pg.QueryResultRow>(
  connect: () => Promise<pg.Client>,
  sql: string,
): Promise<Row | undefined> {
  const client = await connect();
  try {
    return (await client.query<Row>(sql)).rows[0];
  } finally {
    await client.end();
  }
}

/** Checks of PostgreSQL and of what is in it. */
export function databaseChecks(facts: DatabaseDetails): readonly Check[] {
  const { production, connect, connectAsOwner, migrations } = facts;
  const action = "Start PostgreSQL, and compare DATABASE_URL with its address, role and password.";
  const read = <Row extends pg.QueryResultRow>(sql: string): Promise<Row | undefined> => query<Row>(connect, sql);
  return [
    {
      name: "database",
      action,
      run: async () => {
        const found = await read<{ version: number; encoding: string; readonly: string }>(
          `SELECT current_setting('server_version_num')::int AS version, pg_encoding_to_char(encoding) AS encoding,
                  current_setting('default_transaction_read_only') AS readonly
             FROM pg_database WHERE datname = current_database()`,
        );
        if (found === undefined) return unknown("did not say what it is", action);
        if (found.version < MIN_POSTGRES)
          return wrong(`is version ${Math.floor(found.version / 10_000)}`, "Use PostgreSQL 16 or newer.");
        if (found.encoding !== "UTF8")
          return wrong(`has the encoding ${found.encoding}`, "Create the database with --encoding=UTF8.");
        if (found.readonly === "on") return wrong("is read-only", "Connect to the primary server.");
        return ok(`PostgreSQL ${Math.floor(found.version / 10_000)} answers`);
      },
    },
    directAddressCheck(facts),
    {
      name: "schema",
      action,
      run: async () => {
        const table = await read<{ exists: boolean }>("SELECT to_regclass('migrations') IS NOT NULL AS exists");
        const migrate = "Run `migrate` (docker compose up does it).";
        if (table?.exists !== true) return wrong("was not created", migrate);
        const applied = await read<{ names: string[] }>("SELECT array_agg(name) AS names FROM migrations");
        const missing = migrations.filter((name) => applied?.names.includes(name) !== true);
        const known = [...FORMER_MIGRATIONS, ...migrations];
        const newer = (applied?.names ?? []).filter((name) => !known.includes(name));
        if (missing.length > 0) return wrong(`lacks ${missing.length} migrations of this release`, migrate);
        if (newer.length > 0)
          return unknown(`is of a newer release (${newer.length} more migrations)`, "Install that release again.");
        return ok("has all migrations of this release");
      },
    },
    ...(connectAsOwner === undefined
      ? []
      : [
          {
            name: "owner's role",
            action: "Compare MIGRATION_DATABASE_URL with the owner's name and password.",
            run: async (): Promise<Finding> => {
              const found = await query<{ role: string }>(connectAsOwner, "SELECT current_user::text AS role");
              return ok(`${found?.role ?? "it"} can log in`);
            },
          },
        ]),
    {
      name: "demonstration",
      action,
      run: async () => {
        const found = await read<{ names: string[] | null }>(
          "SELECT array_agg(name) AS names FROM seeds WHERE demonstration",
        );
        const names = found?.names ?? [];
        if (names.length === 0) return ok("no demonstration data");
        const text = `has demonstration data: ${names.join(", ")}`;
        return production ? wrong(text, "Remove it: seed.js --remove-demo.") : ok(`${text}; this is a trial`);
      },
    },
    {
      name: "clock",
      action,
      run: async () => {
        const before = Date.now();
        const found = await read<{ at: Date }>("SELECT clock_timestamp() AS at");
        const after = Date.now();
        const theirs = found?.at.getTime() ?? Number.NaN;
        const off = theirs < before ? before - theirs : Math.max(0, theirs - after);
        return off <= MAX_CLOCK_MS
          ? ok("this machine's and the database's agree")
          : wrong(`the database's differs by ${Math.round(off / 1_000)} s`, "Turn on NTP on both machines.");
      },
    },
    {
      name: "administrators",
      action,
      run: async () => {
        const found = await read<{ operators: string[] | null; without: string[] | null }>(
          `SELECT array_agg(a.username) AS operators,
                  array_agg(a.username) FILTER (WHERE f.confirmed_at IS NULL) AS without
             FROM administrators a LEFT JOIN administrator_second_factors f ON f.administrator_id = a.id
            WHERE a.disabled_at IS NULL AND a.role = 'operator'`,
        );
        const operators = found?.operators ?? [];
        const without = found?.without ?? [];
        if (operators.length === 0)
          return wrong("no operator can log in", "Run `administrator add <name> --role operator`.");
        if (without.length > 0)
          return wrong(
            `${without.join(", ")} has no second factor`,
            "Log in, and set up an authenticator app (Account & security).",
          );
        if (operators.length === 1)
          return unknown(`only ${operators.join()} is an operator`, "Invite a second one, who can help the first.");
        return ok(`${operators.length} operators, each with a second factor`);
      },
    },
    {
      name: "processes",
      action,
      run: async () => {
        const found = await read<{ kinds: string[] | null }>(
          `SELECT array_agg(DISTINCT process) AS kinds FROM process_reports
            WHERE seen_at > clock_timestamp() - interval '30 seconds'`,
        );
        const missing = ["api", "orchestrator", "jobs"].filter((kind) => found?.kinds?.includes(kind) !== true);
        return missing.length === 0
          ? ok("api, orchestrator and jobs report")
          : wrong(`${missing.join(", ")} does not report`, "Start it, and read the end of its log.");
      },
    },
    {
      name: "sales",
      action,
      run: async () => {
        const found = await read<{ paused: boolean }>(
          `SELECT EXISTS (SELECT FROM recoveries WHERE ended_at IS NULL)
               OR EXISTS (SELECT FROM outside_records WHERE unverified_since IS NOT NULL) AS paused`,
        );
        return found?.paused === true
          ? wrong("are paused", "Follow docs/operations/questions/restored-from-yesterday.md.")
          : ok("are not paused by a recovery");
      },
    },
    {
      name: "archive",
      action,
      run: async () => {
        const found = await read<{ mode: string; seconds: string | null }>(
          `SELECT current_setting('archive_mode') AS mode,
                  extract(epoch FROM clock_timestamp() - last_archived_time)::int AS seconds FROM pg_stat_archiver`,
        );
        if (found?.mode !== "on" && found?.mode !== "always")
          return unknown(
            "PostgreSQL archives nothing itself",
            "A managed one has point-in-time recovery: turn it on, and restore once (docs/deployment.md).",
          );
        if (found.seconds === null || Number(found.seconds) > MAX_ARCHIVE_SECONDS)
          return wrong(
            found.seconds === null ? "was never written" : `was last written ${found.seconds} seconds ago`,
            "docker compose logs archive postgres (docs/operations/alarms/ArchiveStalled.md).",
          );
        return ok(`last written ${found.seconds} seconds ago`);
      },
    },
    {
      name: "backup",
      action,
      run: async () => {
        const found = await read<{ backup: string | null; drill: string | null }>(
          `SELECT extract(epoch FROM clock_timestamp() - max(finished_at) FILTER (WHERE kind = 'backup')) / 3600 AS backup,
                  extract(epoch FROM clock_timestamp() - max(finished_at) FILTER (WHERE kind = 'drill')) / 3600 AS drill
             FROM backup_runs WHERE succeeded`,
        );
        const age = (hours: string | null | undefined): number | undefined =>
          hours === null || hours === undefined ? undefined : Number(hours);
        const [backup, drill] = [age(found?.backup), age(found?.drill)];
        if (backup === undefined || backup > MAX_BACKUP_HOURS)
          return wrong(
            backup === undefined ? "was never made" : `is ${Math.round(backup)} hours old`,
            "Run `backup`, then `backup drill`.",
          );
        if (drill === undefined || drill > MAX_DRILL_HOURS)
          return wrong("was not restored beside the product yet", "Run `backup drill`.");
        return ok(`${Math.round(backup)} hours old, and one was restored ${Math.round(drill)} hours ago`);
      },
    },
  ];
}
