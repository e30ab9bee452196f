import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { Client } from "undici";
import type { Arrivals, LoadCommand, LoadResult, Timing, Visit } from "./load-commands.js";
import { CALL_MS, Connection, Stopwatch, Visitor } from "./load-visitor.js";

/**
 * The load generator, in its own process so that its CPU time is not counted as the product's. Receives one command at a
 * time from its parent (load-commands.ts).
 */

const LAYOUT = "/api/v1/mela/layout";
/** Makes the visits of one command. */
class Visits {
  private turn = 0;
  private readonly stopwatch = new Stopwatch();
  private readonly simulator: Connection | undefined;

  constructor(
    private readonly origin: string,
    private readonly visit: Visit,
    private readonly newConnections: boolean,
  ) {
    if (visit.kind === "booking") this.simulator = new Connection(visit.simulator);
  }

  async run(arrivals: Arrivals): Promise<Record<string, Timing>> {
    switch (arrivals.kind) {
      case "closed":
        await this.closed(arrivals);
        break;
      case "at-once":
        await this.atOnce(arrivals.visits);
        break;
      case "open":
        await this.open(arrivals);
    }
    await this.simulator?.close();
    return this.stopwatch.timings();
  }

  private async closed({ clients, visits = Infinity, ms = Infinity }: Arrivals & { kind: "closed" }): Promise<void> {
    const end = performance.now() + ms;
    let left = visits;
    await Promise.all(
      Array.from({ length: clients }, async (_, index) => {
        const connection = new Connection(this.origin, this.newConnections);
        // An open page has a connection. Accepting one takes Node a turn of its loop, which is not measured here.
        if (!this.newConnections) await connection.send("GET", "/healthz", {});
        while (left > 0 && performance.now() < end) {
          left -= 1;
          await this.make(connection, index, clients);
        }
        await connection.close();
      }),
    );
  }

  private async atOnce(visits: number): Promise<void> {
    const connections = Array.from({ length: visits }, () => new Connection(this.origin));
    // An open page has a connection. Opens 50 at a time.
    for (let from = 0; from < visits; from += 50)
      await Promise.all(connections.slice(from, from + 50).map((each) => each.send("GET", "/healthz", {})));
    await Promise.all(connections.map((connection) => this.make(connection, 0, 1)));
    await Promise.all(connections.map((connection) => connection.close()));
  }

  private async open({ visits, overMs }: Arrivals & { kind: "open" }): Promise<void> {
    const began = performance.now();
    await Promise.all(
      Array.from({ length: visits }, async (_, index) => {
        await delay(Math.max(0, (index * overMs) / visits - (performance.now() - began)));
        const connection = new Connection(this.origin);
        await this.make(connection, 0, 1);
        await connection.close();
      }),
    );
  }

  /** @param client index among `clients`; each has its own stalls, to avoid conflicts */
  private async make(connection: Connection, client: number, clients: number): Promise<void> {
    const { visit, stopwatch } = this;
    this.turn += 1;
    if (visit.kind === "get") {
      const path = visit.paths[this.turn % visit.paths.length] ?? "/";
      const began = performance.now();
      try {
        const { status } = await connection.send("GET", path, visit.headers ?? {}, undefined, false);
        stopwatch.add("get", performance.now() - began, String(status));
      } catch {
        stopwatch.add("get", performance.now() - began, "error");
      }
      return;
    }
    const visitor = new Visitor(connection, stopwatch);
    const own = visit.stalls[client % visit.stalls.length] ?? "B1";
    const next = visit.stalls[this.turn % visit.stalls.length] ?? "B1";
    switch (visit.kind) {
      case "reserve-release":
        if (clients > visit.stalls.length) throw new Error("more clients than stalls");
        await visitor.reserve(own);
        await visitor.release(own);
        return;
      case "reserve":
        await visitor.reserve(next);
        return;
      case "rush":
        await visitor.get(LAYOUT);
        await visitor.reserve(visit.stalls[Math.floor(Math.random() * visit.stalls.length)] ?? "B1");
        return;
      case "booking":
        if (this.simulator !== undefined) await visitor.book(next, this.simulator);
    }
  }
}

/** The baseline of a write: one statement each. */
async function sql({ url, clients, rounds, statements, parameters }: LoadCommand & { command: "sql" }) {
  const stopwatch = new Stopwatch();
  let left = rounds;
  await Promise.all(
    Array.from({ length: clients }, async (_, index) => {
      // Like the product: transactions that notify would be serialized (docs/decisions/0036).
      const client = new pg.Client({ connectionString: url, options: "-c sakhi.notify=off" });
      await client.connect();
      while (left > 0) {
        left -= 1;
        let parameter = parameters[index % parameters.length] ?? "";
        for (const { name, text } of statements) {
          const began = performance.now();
          const { rows } = await client.query<{ id: string }>({ name, text, values: [parameter] });
          stopwatch.add(name, performance.now() - began, rows.length === 1 ? "row" : "none");
          parameter = rows[0]?.id ?? parameter;
        }
      }
      await client.end();
    }),
  );
  return stopwatch.timings();
}

/** Measures when each stall becomes bookable, in ms after `at`: on the plan, and by a successful reservation. */
async function bookable({ origin, at, stalls, wanted }: LoadCommand & { command: "bookable" }) {
  const stopwatch = new Stopwatch();
  const now = (): number => performance.timeOrigin + performance.now();
  await delay(Math.max(0, at - now() - 300));
  const missing = new Set(stalls.filter((stall) => !wanted.includes(stall)));
  const reader = async (): Promise<void> => {
    const connection = new Connection(origin);
    while (missing.size > 0 && now() < at + CALL_MS) {
      const { text } = await connection.send("GET", LAYOUT, {});
      const seen = now();
      for (const { stallId, status } of JSON.parse(text) as { stallId: string; status: string }[])
        if (status === "Available" && missing.delete(stallId)) stopwatch.add("plan", seen - at, "Available");
      await delay(5);
    }
    for (const stall of missing) stopwatch.add("plan", CALL_MS, `${stall} missing`);
    await connection.close();
  };
  const retryReserve = async (stall: string): Promise<void> => {
    const connection = new Connection(origin);
    const visitor = new Visitor(connection, new Stopwatch());
    await delay(Math.max(0, at - now() + 1));
    for (;;) {
      const sentAt = now();
      const { status } = await visitor.reserve(stall);
      // The stall is bookable from when the successful request was sent.
      if (status === 201 || sentAt > at + CALL_MS) {
        stopwatch.add("reserve sent", sentAt - at, String(status));
        stopwatch.add("reserve answered", now() - at, String(status));
        break;
      }
      await delay(5);
    }
    await connection.close();
  };
  await Promise.all([reader(), ...wanted.map(retryReserve)]);
  return stopwatch.timings();
}

/** Event streams of open pages. */
class Streams {
  private clients: Client[] = [];
  private onEvent: (() => void) | undefined;
  private opened = 0;
  private closing = false;
  private lost = new Stopwatch();

  async open(origin: string, count: number, events: readonly string[] = []): Promise<Record<string, Timing>> {
    const stopwatch = new Stopwatch();
    [this.closing, this.lost] = [false, new Stopwatch()];
    for (let from = 0; from < count; from += 50)
      await Promise.all(
        Array.from({ length: Math.min(50, count - from) }, async (_, index) => {
          const began = performance.now();
          const event = events[(from + index) % events.length];
          const status = await this.follow(origin, from + index, event === undefined ? "" : `?event=${event}`);
          stopwatch.add("open", performance.now() - began, status);
        }),
      );
    return stopwatch.timings();
  }

  private follow(origin: string, number: number, query: string): Promise<string> {
    const client = new Client(origin, { headersTimeout: CALL_MS, bodyTimeout: 0 });
    this.clients.push(client);
    return new Promise((resolve) => {
      client.dispatch(
        {
          method: "GET",
          path: `${LAYOUT}/events${query}`,
          headers: {
            accept: "text/event-stream",
            // At most 200 per network.
            "x-forwarded-for": `10.250.${Math.floor(number / 100) & 255}.1`,
          },
        },
        {
          onRequestStart: () => undefined,
          onResponseStart: (_controller, status) => {
            if (status === 200) this.opened += 1;
            else resolve(String(status));
          },
          onResponseData: (_controller, chunk) => {
            resolve("200");
            if (chunk.includes("event: changes") || chunk.includes("event: plan")) this.onEvent?.();
          },
          onResponseEnd: () => {
            if (!this.closing) this.lost.add("lost", 0, "ended");
            resolve("ended");
          },
          onResponseError: () => {
            if (!this.closing) this.lost.add("lost", 0, "error");
            resolve("error");
          },
        },
      );
    });
  }

  /** Makes changes one after another; measures each from the request until every page has received it. */
  async change(origin: string, stall: string, changes: number): Promise<Record<string, Timing>> {
    const stopwatch = new Stopwatch();
    const connection = new Connection(origin);
    const visitor = new Visitor(connection, new Stopwatch());
    for (let done = 0; done < changes; done += 1) {
      let missing = this.opened;
      const began = performance.now();
      const all = new Promise<void>((resolve) => {
        this.onEvent = () => {
          stopwatch.add("change", performance.now() - began, "seen");
          missing -= 1;
          if (missing === 0) resolve();
        };
      });
      await (done % 2 === 0 ? visitor.reserve(stall) : visitor.release(stall));
      await Promise.race([all, delay(10_000, undefined, { ref: false })]);
      this.onEvent = undefined;
      for (; missing > 0; missing -= 1) stopwatch.add("change", 10_000, "missing");
      await delay(500);
    }
    await connection.close();
    return stopwatch.timings();
  }

  async close(): Promise<Record<string, Timing>> {
    this.closing = true;
    await Promise.all(this.clients.map((client) => client.destroy()));
    this.clients = [];
    this.opened = 0;
    return this.lost.timings();
  }
}

const streams = new Streams();

function execute(command: LoadCommand): Promise<Record<string, Timing>> {
  switch (command.command) {
    case "visit":
      return new Visits(command.origin, command.visit, command.newConnections ?? false).run(command.arrivals);
    case "sql":
      return sql(command);
    case "bookable":
      return bookable(command);
    case "open-streams":
      return streams.open(command.origin, command.count, command.events);
    case "change-streams":
      return streams.change(command.origin, command.stall, command.changes);
    case "close-streams":
      return streams.close();
  }
}

process.on("message", (command: LoadCommand) => {
  const [cpu, began] = [process.cpuUsage(), performance.now()];
  execute(command).then(
    (timings) => {
      const ms = performance.now() - began;
      const { user, system } = process.cpuUsage(cpu);
      const result: LoadResult = { ms, cpuMs: (user + system) / 1000, timings };
      process.send?.({ result });
    },
    (error: unknown) =>
      process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
process.once("disconnect", () => process.exit(0));
process.send?.("ready");
