import { randomUUID } from "node:crypto";
import { mkdir, rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describeError } from "../platform/log/log.js";
import { type Check, type Finding, ok, unknown, wrong } from "./preflight.js";

/** Least free space of a folder's disk, in bytes and as a share. */
const MIN_FREE_BYTES = 2e9;
const MIN_FREE_SHARE = 0.1;

/** What these checks need. */
export interface MachineDetails {
  readonly production: boolean;
  /** Whether backups go to a bucket, and so survive this machine. */
  readonly backupsElsewhere: boolean;
  /** Folders that the processes write, with the setting that names each. */
  readonly folders: readonly { readonly setting: string; readonly path: string }[];
  /** Stores with a name for people, and a call that fails if they do not answer. */
  readonly buckets: readonly { readonly setting: string; readonly list: () => Promise<unknown> }[];
  /** What the settings say and nobody can check. */
  readonly believed: readonly string[];
  /** Dates that have passed. */
  readonly passed: readonly string[];
  /** Redis' answers; undefined without Redis. */
  readonly redis:
    | (() => Promise<{ readonly policy: string | undefined; readonly durable: boolean | undefined }>)
    | undefined;
  /** Whether Temporal answers, and has our namespace. @throws if it does not answer */
  readonly temporal: () => Promise<{ readonly namespace: boolean }>;
  readonly backupsEncrypted: boolean;
  /** What shuts the decoder of uploads in, as the jobs process here would start it. */
  readonly decoder: { readonly isWhole: boolean; readonly words: string };
}

/** Checks of this machine and of the servers beside PostgreSQL. */
export function machineChecks(facts: MachineDetails): readonly Check[] {
  const { folders, buckets, believed, passed, redis, temporal, backupsEncrypted, decoder } = facts;
  const { production, backupsElsewhere } = facts;
  return [
    {
      name: "Redis",
      action: "Start it, and compare REDIS_URL with its address and password.",
      run: async () => {
        if (redis === undefined) return ok("is not used: the queues are in PostgreSQL");
        const { policy, durable } = await redis();
        if (policy !== undefined && policy !== "noeviction")
          return wrong(`may forget jobs (${policy})`, "Set maxmemory-policy noeviction.");
        if (durable === false)
          return unknown("keeps jobs in memory only", "Set appendonly yes; the sweep creates lost jobs again.");
        return ok("answers");
      },
    },
    {
      name: "Temporal",
      action: "Start it, and compare TEMPORAL_ADDRESS and TEMPORAL_API_KEY with it.",
      run: async () => {
        const { namespace } = await temporal();
        return namespace
          ? ok("answers, and has our namespace")
          : unknown("answers, and does not have our namespace yet", "Start jobs, which creates it.");
      },
    },
    {
      name: "decoder of uploads",
      action: "Allow unprivileged user namespaces, or give it a container of its own (DECODER_SOCKET).",
      run: () =>
        Promise.resolve(
          decoder.isWhole
            ? ok(decoder.words)
            : unknown(decoder.words, "docs/decisions/0089-one-upload.md says what that means, and how to change it."),
        ),
    },
    ...folders.map(({ setting, path }): Check => ({
      name: setting,
      action: `Create the folder ${path} for the processes' user.`,
      run: () => folderFindings(path),
    })),
    ...buckets.map(({ setting, list }): Check => ({
      name: setting,
      action: "Compare address, region and access key with what the store shows.",
      run: async () => {
        await list();
        return ok("the bucket answers");
      },
    })),
    {
      name: "encrypted backups",
      action: "",
      run: () =>
        Promise.resolve(
          backupsEncrypted
            ? ok("backups are encrypted")
            : unknown("backups are not encrypted", "Set BACKUP_RECIPIENT, unless their disk is."),
        ),
    },
    {
      name: "backups elsewhere",
      action: "",
      run: () =>
        Promise.resolve(
          backupsElsewhere || !production
            ? ok(backupsElsewhere ? "backups are in a bucket" : "a trial's backups are in a folder")
            : unknown(
                "backups are in a folder of this machine, and lost with it",
                "Set BACKUP_BUCKET_URL, or mount another machine's disk as BACKUP_DIR.",
              ),
        ),
    },
    {
      name: "alarms",
      action: "",
      run: () =>
        Promise.resolve(
          production
            ? unknown(
                "whether an alarm reaches a person cannot be seen from here",
                "Set ALERT_MAIL_TO or ALERT_WEBHOOK_URL, and ALERT_HEARTBEAT_URL; stop Prometheus for five minutes and see.",
              )
            : ok("a trial needs none"),
        ),
    },
    {
      name: "dates",
      action: "",
      run: () =>
        Promise.resolve(
          passed.length === 0
            ? ok("the event is in the future")
            : passed.map((text) => wrong(text, "Correct it in .env.")),
        ),
    },
    {
      name: "believed",
      action: "",
      run: () =>
        Promise.resolve(
          believed.length === 0
            ? ok("nothing has to be believed")
            : believed.map((text) => unknown(text, "Compare it with what is really there.")),
        ),
    },
  ];
}

async function folderFindings(path: string): Promise<readonly Finding[]> {
  const probe = join(path, `.preflight-${randomUUID()}`);
  try {
    await mkdir(path, { recursive: true });
    await writeFile(probe, "x");
  } catch (error) {
    return [wrong(`${path} cannot be written (${describeError(error)})`, "Give it to the processes' user (uid 1000).")];
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
  const { bavail, blocks, bsize } = await statfs(path);
  const free = bavail * bsize;
  const text = `${path} has ${(free / 1e9).toFixed(1)} GB free`;
  return [
    free < MIN_FREE_BYTES || bavail / blocks < MIN_FREE_SHARE
      ? wrong(text, "Free or enlarge its disk before the sale.")
      : ok(`can be written; ${text}`),
  ];
}
