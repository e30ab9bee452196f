/** What the load generator takes, and what it reports: it runs in a process of its own (load.ts). */

/** A visit: what one visitor does from beginning to end. */
export type Visit =
  | {
      /** One GET; the paths take turns. */
      readonly kind: "get";
      readonly paths: readonly string[];
      readonly headers?: Readonly<Record<string, string>>;
    }
  | {
      /** Reserves a stall, and gives it up again; the stalls take turns. */
      readonly kind: "reserve-release";
      readonly stalls: readonly string[];
    }
  | {
      /** Only reserves; the stalls take turns. */
      readonly kind: "reserve";
      readonly stalls: readonly string[];
    }
  | {
      /** Reads the plan and reserves one of the stalls at random. */
      readonly kind: "rush";
      readonly stalls: readonly string[];
    }
  | {
      /** Reserves, registers, opens the payment, pays at the simulator and asks until the stall is sold. */
      readonly kind: "booking";
      readonly stalls: readonly string[];
      readonly simulator: string;
    };

/** When visits begin. */
export type Arrivals =
  /** One after the other, by so many clients; until so many are done or so long has passed. */
  | { readonly kind: "closed"; readonly clients: number; readonly visits?: number; readonly ms?: number }
  /** All at the same moment, on connections that are open. */
  | { readonly kind: "at-once"; readonly visits: number }
  /** By a fixed schedule: a slow answer delays no later visit. */
  | { readonly kind: "open"; readonly visits: number; readonly overMs: number };

export type LoadCommand =
  | {
      readonly command: "visit";
      readonly origin: string;
      readonly visit: Visit;
      readonly arrivals: Arrivals;
      /** A new connection for each request. */
      readonly newConnections?: boolean;
    }
  | {
      /** The same fact by one SQL statement each, on connections of a minimal client. */
      readonly command: "sql";
      readonly url: string;
      readonly clients: number;
      readonly rounds: number;
      readonly statements: readonly SqlStep[];
      /** Parameters of the first statement; they take turns. */
      readonly parameters: readonly string[];
    }
  | {
      /** From so long before a moment on: which stalls can be booked when. */
      readonly command: "bookable";
      readonly origin: string;
      /** Milliseconds since 1970. */
      readonly at: number;
      readonly stalls: readonly string[];
      /** Of those, the ones that somebody tries to reserve all the time. */
      readonly wanted: readonly string[];
    }
  | { readonly command: "open-streams"; readonly origin: string; readonly count: number }
  | { readonly command: "change-streams"; readonly origin: string; readonly stall: string; readonly changes: number }
  | { readonly command: "close-streams" };

/** A statement of the yardstick; those after the first get what the first returned as `id`. */
export interface SqlStep {
  readonly name: string;
  readonly text: string;
}

/** How long one kind of request took, in ms. */
export interface Timing {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
  /** Answers by status; "error" where there was none. */
  readonly statuses: Readonly<Record<string, number>>;
}

export interface LoadResult {
  readonly ms: number;
  /** The generator's own processor time: near `ms`, it was the limit and not what it measured. */
  readonly cpuMs: number;
  readonly timings: Readonly<Record<string, Timing>>;
}
