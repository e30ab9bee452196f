import { SeededRandom } from "../seeded-random.js";

/** Processes of ours, each kind twice, and the servers they need. */
export const OWN_PARTS = ["api1", "api2", "orchestrator1", "orchestrator2", "jobs1", "jobs2"] as const;
const SERVERS = ["postgres", "temporal", "provider", "mail", "redis"] as const;
export type OwnPart = (typeof OWN_PARTS)[number];
export type ServerName = (typeof SERVERS)[number];
export type PartName = OwnPart | ServerName;

/** Who connects to whom; each has a proxy of its own. `provider>webhook` carries the provider's webhooks to the api. */
export type LinkName = `${OwnPart}>${ServerName}` | "provider>webhook";

/** The kinds of faults, and how often each comes among them. */
export const FAULT_KINDS = {
  /** kill -9 of one part, started again at once or after a while. */
  kill: 24,
  /** SIGSTOP, and SIGCONT after a while. */
  pause: 14,
  /** Everything at once. */
  killAll: 1,
  /** Temporal dies and comes back with nothing. */
  wipeTemporal: 1,
  /** One process of ours after the other, politely, as an upgrade does. */
  rollingRestart: 1,
  /** A link that is slow, throttled, silent or cut. */
  link: 30,
  /** The provider's API answers with errors, late, or not at all. */
  provider: 13,
  /** Webhooks lost, late, doubled, in another order. */
  webhooks: 8,
  /** The mail server refuses for now, or for good. */
  smtp: 4,
  /** PostgreSQL's disk, or the mail server's, is full. */
  fullDisk: 2,
  /** A process's clock goes wrong, and right again. */
  clock: 2,
} as const;
export type FaultKind = keyof typeof FAULT_KINDS;

/** One planned fault; all of it is decided by the seed. */
export interface PlannedFault {
  readonly kind: FaultKind;
  /** When it begins, in milliseconds after the storm's begin. */
  readonly at: number;
  /** How long it lasts, in milliseconds. */
  readonly lasts: number;
  /** A part, a link, or what else the kind is about. Two faults of one target never overlap. */
  readonly target: string;
  /** What exactly, for the report and the conductor. */
  readonly how: Readonly<Record<string, string | number | boolean>>;
}

/** What this machine can offer. */
export interface Abilities {
  readonly redis: boolean;
  readonly clock: boolean;
  /** Whether PostgreSQL has a disk of its own. */
  readonly disk: boolean;
}

/** Between the beginnings of two faults, on average, in milliseconds: 500 faults and more in half an hour. */
const EVERY_MS = 3_000;
/** The last faults end so long before the storm does; Temporal is not wiped in its last third. */
const LAST_MS = 4_000;

/** The faults of a storm, by their beginning: the same seed and length, the same faults. */
export function schedule(seed: number, lengthMs: number, { redis, clock, disk }: Abilities): PlannedFault[] {
  const random = new SeededRandom(seed);
  const servers = SERVERS.filter((name) => redis || name !== "redis");
  const weights: Record<FaultKind, number> = { ...FAULT_KINDS, clock: clock ? FAULT_KINDS.clock : 0 };
  const busyUntil = new Map<string, number>();
  const planned: PlannedFault[] = [];
  let at = random.between(500, EVERY_MS);
  while (at < lengthMs - LAST_MS) {
    const kind = random.weighted(weights);
    const { target, longest, how } = choose(kind, random, servers, disk);
    const lasts = Math.min(random.between(Math.min(500, longest), longest), lengthMs - LAST_MS - at);
    const free = (busyUntil.get(target) ?? 0) <= at;
    const early = at < (lengthMs * 2) / 3;
    if (free && (early || !["wipeTemporal", "killAll"].includes(kind))) {
      planned.push({ kind, at, lasts, target, how });
      // Some time to come back: what is never up proves nothing.
      busyUntil.set(target, at + lasts + 2_000);
      at += random.between(0, 2 * EVERY_MS);
    }
  }
  return planned;
}

/** What a fault of a kind is about, and how long it lasts at most, in milliseconds. */
function choose(kind: FaultKind, random: SeededRandom, servers: readonly ServerName[], disk: boolean) {
  const plan = (target: string, longest: number, how: PlannedFault["how"] = {}) => ({ target, longest, how });
  const ownParts = [...OWN_PARTS];
  switch (kind) {
    case "kill":
      return plan(random.one<string>([...ownParts, ...servers]), random.next() < 0.7 ? 0 : 3_000);
    case "pause":
      return plan(random.one<string>([...ownParts, ...servers]), 6_000);
    case "killAll":
    case "rollingRestart":
      return plan("everything", 1_500);
    case "wipeTemporal":
      return plan("temporal", 1_500);
    case "link":
      return plan(linkOf(random, servers), 8_000, badLink(random));
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

function badLink(random: SeededRandom): PlannedFault["how"] {
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
