/** Commands and results of the load generator, which runs in its own process (load.ts). */

/** The requests of one visitor. */
export type Visit =
  | {
      /** One GET; cycles through the paths. */
      readonly kind: "get";
      readonly paths: readonly string[];
      readonly headers?: Readonly<Record<string, string>>;
    }
  | {
      /** Reserves and releases a stall; cycles through the stalls. */
      readonly kind: "reserve-release";
      readonly stalls: readonly string[];
    }
  | {
      /** Reserves a stall; cycles through the stalls. */
      readonly kind: "reserve";
      readonly stalls: readonly string[];
    }
  | {
      /** Reads the plan and reserves a random stall. */
      readonly kind: "rush";
      readonly stalls: readonly string[];
    }
  | {
      /** Reserves, registers, opens the payment, pays at the simulator and polls until the stall is sold. */
      readonly kind: "booking";
      readonly stalls: readonly string[];
      readonly simulator: string;
    };

/** When visits start. */
export type Arrivals =
  /** Closed loop: `clients` make visits one after another, until `visits` are done or `ms` have passed. */
  | { readonly kind: "closed"; readonly clients: number; readonly visits?: number; readonly ms?: number }
  /** All at the same moment, on open connections. */
  | { readonly kind: "at-once"; readonly visits: number }
  /** Open loop, by a fixed schedule: a slow response delays no later visit. */
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
      /** The baseline: one SQL statement per write, with a minimal client. */
      readonly command: "sql";
      readonly url: string;
      readonly clients: number;
      readonly rounds: number;
      readonly statements: readonly SqlStep[];
      /** Parameters of the first statement; cycled through. */
      readonly parameters: readonly string[];
    }
  | {
      /** Measures when each stall becomes bookable, around the moment `at`. */
      readonly command: "bookable";
      readonly origin: string;
      /** Milliseconds since 1970. */
      readonly at: number;
      readonly stalls: readonly string[];
      /** Stalls that are reserved with retries; the others are watched on the plan. */
      readonly wanted: readonly string[];
    }
  | {
      readonly command: "open-streams";
      readonly origin: string;
      readonly count: number;
      /** Slugs of the events whose plans they follow, in turn; the current event by default. */
      readonly events?: readonly string[];
    }
  | { readonly command: "change-streams"; readonly origin: string; readonly stall: string; readonly changes: number }
  | { readonly command: "close-streams" };

/** A statement of the baseline. Its parameter is the `id` returned by the previous one. */
export interface SqlStep {
  readonly name: string;
  readonly text: string;
}

/** Durations of one kind of request, in ms. */
export interface Timing {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
  /** Responses by status; "error" without a response. */
  readonly statuses: Readonly<Record<string, number>>;
}

export interface LoadResult {
  readonly ms: number;
  /** CPU time of the generator; close to `ms`, the generator was the bottleneck. */
  readonly cpuMs: number;
  readonly timings: Readonly<Record<string, Timing>>;
}
