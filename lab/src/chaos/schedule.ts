import { SeededRandom } from "@sakhi/testkit/seeded-random";

/** Our processes, two of each kind, and the servers they need. */
export const OWN_PARTS = ["api1", "api2", "orchestrator1", "orchestrator2", "jobs1", "jobs2"] as const;
const SERVERS = ["postgres", "temporal", "provider", "mail", "redis"] as const;
export type OwnPart = (typeof OWN_PARTS)[number];
export type ServerName = (typeof SERVERS)[number];
export type PartName = OwnPart | ServerName;

/** Links between two parts, each with its own proxy. `provider>webhook` carries the provider's webhooks to the api. */
export type LinkName = `${OwnPart}>${ServerName}` | "provider>webhook";

/** Kinds of faults, with their weights. */
export const FAULT_KINDS = {
  /** kill -9 of one part, restarted immediately or after a while. */
  kill: 24,
  /** SIGSTOP, and SIGCONT after a while. */
  pause: 14,
  /** kill -9 of all parts at once. */
  killAll: 1,
  /** Temporal is killed and loses its data. */
  wipeTemporal: 1,
  /** Restarts our processes one after the other (SIGTERM), as an upgrade does. */
  rollingRestart: 1,
  /** A slow, throttled, silent or cut link. */
  link: 30,
  /** Errors, delays and timeouts of the provider's API. */
  provider: 13,
  /** Lost, delayed, duplicated or reordered webhooks. */
  webhooks: 8,
  /** Temporary or permanent errors of the mail server. */
  smtp: 4,
  /** A full disk of PostgreSQL or of the mail server. */
  fullDisk: 2,
  /** A wrong clock of one process. */
  clock: 2,
} as const;
export type FaultKind = keyof typeof FAULT_KINDS;

/** A planned fault, determined by the seed. */
export interface PlannedFault {
  readonly kind: FaultKind;
  /** Start, in ms since the start of the chaos run. */
  readonly at: number;
  /** Duration in ms. */
  readonly lasts: number;
  /** A part, a link or another target of the kind. Two faults of one target never overlap. */
  readonly target: string;
  /** Details, for the injector and the report. */
  readonly how: Readonly<Record<string, string | number | boolean>>;
}

/** Capabilities of this machine. */
export interface Abilities {
  readonly redis: boolean;
  readonly clock: boolean;
  /** PostgreSQL has its own file system. */
  readonly disk: boolean;
}

/** Average time between the starts of two faults, in ms: at least 500 faults in half an hour. */
const INTERVAL_MS = 3_000;
/** All faults end this long before the chaos run, in ms. Temporal is not wiped in the last third. */
const CALM_MS = 4_000;

/** Plans the faults of a chaos run, ordered by start. Determined by seed and length. */
export function schedule(seed: number, lengthMs: number, { redis, clock, disk }: Abilities): PlannedFault[] {
  const random = new SeededRandom(seed);
  const servers = SERVERS.filter((name) => redis || name !== "redis");
  const weights: Record<FaultKind, number> = { ...FAULT_KINDS, clock: clock ? FAULT_KINDS.clock : 0 };
  const busyUntil = new Map<string, number>();
  const planned: PlannedFault[] = [];
  let at = random.between(500, INTERVAL_MS);
  while (at < lengthMs - CALM_MS) {
    const kind = random.weighted(weights);
    const { target, longest, how } = choose(kind, random, servers, disk);
    const lasts = Math.min(random.between(Math.min(500, longest), longest), lengthMs - CALM_MS - at);
    const free = (busyUntil.get(target) ?? 0) <= at;
    const early = at < (lengthMs * 2) / 3;
    if (free && (early || !["wipeTemporal", "killAll"].includes(kind))) {
      planned.push({ kind, at, lasts, target, how });
      // Leaves time to recover: a part that is never up proves nothing.
      busyUntil.set(target, at + lasts + 2_000);
      at += random.between(0, 2 * INTERVAL_MS);
    }
  }
  return planned;
}

/** Chooses target, maximum duration (ms) and details of a fault. */
function choose(kind: FaultKind, random: SeededRandom, servers: readonly ServerName[], disk: boolean) {
  const plan = (target: string, longest: number, how: PlannedFault["how"] = {}) => ({ target, longest, how });
  switch (kind) {
    case "kill":
      return plan(random.one<string>([...OWN_PARTS, ...servers]), random.next() < 0.7 ? 0 : 3_000);
    case "pause":
      return plan(random.one<string>([...OWN_PARTS, ...servers]), 6_000);
    case "killAll":
    case "rollingRestart":
      return plan("everything", 1_500);
    case "wipeTemporal":
      return plan("temporal", 1_500);
    case "link":
      return plan(linkOf(random, servers), 8_000, linkFault(random));
    case "provider":
      return plan("provider's API", 6_000, providerFault(random));
    case "webhooks":
      return plan("provider's webhooks", 8_000, webhookFault(random));
    case "smtp":
      return plan("mail's answers", 6_000, { line: random.one(["421 4.3.2 try again later", "554 5.3.2 not here"]) });
    case "fullDisk":
      return plan(disk && random.next() < 0.5 ? "postgres" : "mail", 5_000);
    case "clock":
      return plan(`clock of ${random.one(["api2", "orchestrator2", "jobs2"])}`, 8_000, {
        seconds: random.one([-90, -5, 5, 90]),
      });
  }
}

function linkOf(random: SeededRandom, servers: readonly ServerName[]): LinkName {
  const from = random.one(OWN_PARTS);
  const uses = (server: ServerName): boolean =>
    (server !== "mail" || from.startsWith("jobs")) && (server !== "redis" || !from.startsWith("orchestrator"));
  const to = random.one(servers.filter(uses));
  return random.next() < 0.08 ? "provider>webhook" : `${from}>${to}`;
}

function linkFault(random: SeededRandom): PlannedFault["how"] {
  const fault = random.weighted({ slow: 4, throttled: 2, silent: 2, cut: 3 });
  if (fault === "slow") return { fault, ms: random.one([30, 150, 600, 2_000]) };
  return fault === "throttled" ? { fault, bytesPerSecond: random.one([4_000, 32_000]) } : { fault };
}

function providerFault(random: SeededRandom): PlannedFault["how"] {
  const endpoint = random.one(["all", "createOrder", "getOrder", "getPayments", "terminate", "refund", "getRefunds"]);
  const fault = random.weighted({ error500: 3, timeout: 2, lostAnswer: 3, refuse: 1, status429: 1, status502: 1 });
  return { endpoint, fault };
}

function webhookFault(random: SeededRandom): PlannedFault["how"] {
  return random.one<PlannedFault["how"]>([{ drop: true }, { delayMs: 3_000 }, { duplicates: 4 }, { reorder: true }]);
}
