import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it, jest } from "@jest/globals";
import type { ApplicationState } from "@sakhi/domain/listings/listing.states";
import type { StallBookingActivities } from "../src/bookings/stall-booking.activities.js";
import { STALL_BOOKING, stallBookingWorkflowId } from "../src/bookings/stall-booking.messages.js";
import type { stallBooking } from "../src/bookings/stall-booking.workflow.js";
import type { ListingActivities } from "../src/listings/listing.activities.js";
import { LISTING, listingWorkflowId } from "../src/listings/listing.messages.js";
import type { listing } from "../src/listings/listing.workflow.js";
import { recheck } from "../src/shared/pacing.js";
import { InMemoryApplications } from "./in-memory-applications.js";
import { InMemoryBookings } from "./in-memory-bookings.js";
import { LONG_MS, SHORT, YEAR_MS } from "./listing-runs.js";
import { bundleWorkflows, openTemporal, ownTaskQueue, startWorker } from "@sakhi/testkit/temporal";
import { eventually, until } from "@sakhi/testkit/until";
import type { TestTemporal } from "@sakhi/testkit/temporal";

// A race that is lost once is lost.
jest.retryTimes(0);

let temporal: TestTemporal;
let workflowBundle: { readonly code: string };
let folder: string;
let bundleFile: string;

beforeAll(async () => {
  [temporal, workflowBundle] = await Promise.all([openTemporal(), bundleWorkflows()]);
  folder = await mkdtemp(join(tmpdir(), "sakhi-worker-"));
  bundleFile = join(folder, "workflows.js");
  await writeFile(bundleFile, workflowBundle.code);
});
afterAll(async () => {
  await temporal.close();
  await rm(folder, { recursive: true, force: true });
});

const WHENS = ["before", "after"] as const;

/** Where one booking or listing stands when its worker dies: an activity was requested, or done and not yet reported. */
interface Death<Activities, Kind extends string> {
  readonly action: keyof Activities & string;
  readonly when: (typeof WHENS)[number];
  /** Of an owner's two reminders. */
  readonly which?: "first" | "last";
  readonly kind: Kind;
}

interface Life {
  readonly death: Omit<Death<object, string>, "action"> & { readonly action: string };
  readonly id: string;
  readonly orderId: string;
}

/**
 * A worker in a process of its own that has all of them in hand; it hands every activity to us, and each comes to its step
 * and no further. When all have, it is killed with -9.
 */
function killedWhenAllAreAtTheirSteps(taskQueue: string, lives: readonly Life[], activities: object) {
  const actions = activities as Record<string, (...args: unknown[]) => Promise<unknown>>;
  const arrived = new Set<Life>();
  const script = fileURLToPath(new URL("./dying-worker.mjs", import.meta.url));
  const worker = fork(script, [temporal.address, taskQueue, bundleFile, ...Object.keys(actions)]);
  const died = once(worker, "exit");
  const act = async ({ id, name, args }: Asked): Promise<void> => {
    const life = lives.find(({ id: subject, orderId }) => args[0] === subject || args[0] === orderId);
    if (life === undefined) throw new Error(`Nobody's ${name}`);
    const { action, when, which } = life.death;
    const here = name === action && (which === undefined || args[1] === which);
    if (!arrived.has(life) && !(here && when === "before")) {
      const answer = await actions[name]?.(...args);
      if (!here) return void worker.send({ id, answer });
    }
    arrived.add(life);
  };
  worker.on("message", (asked) => void act(asked as Asked));
  return async (): Promise<void> => {
    await until("each to come to its step", () => Promise.resolve(arrived.size === lives.length));
    worker.kill("SIGKILL");
    expect(await died).toEqual([null, "SIGKILL"]);
  };
}

/** What the worker's process asks of us. */
interface Asked {
  readonly id: number;
  readonly name: string;
  readonly args: readonly unknown[];
}

type BookingKind = "held" | "unpaid" | "paid";

const BOOKING_DEATHS: readonly Death<StallBookingActivities, BookingKind>[] = [
  { action: "lookUpBooking", when: "after", kind: "held" },
  { action: "releaseExpiredHold", when: "before", kind: "held" },
  { action: "releaseExpiredHold", when: "after", kind: "held" },
  { action: "closePaymentOrder", when: "before", kind: "unpaid" },
  { action: "closePaymentOrder", when: "after", kind: "unpaid" },
  { action: "releaseUnpaidStall", when: "after", kind: "unpaid" },
  { action: "settlePayment", when: "after", kind: "paid" },
];

const PAYING = ["reserved", "registered", "payment_started", "payment_opened"];
/** What each booking's workflow closes as, and all that has happened to it. */
const BOOKING_ENDS: Readonly<Record<BookingKind, { readonly result: object; readonly history: readonly string[] }>> = {
  held: { result: { outcome: "released", reason: "hold_expired" }, history: ["reserved", "hold_released"] },
  unpaid: {
    result: { outcome: "released", reason: "payment_expired" },
    history: [...PAYING, "termination_requested", "payment_released"],
  },
  paid: { result: { outcome: "sold" }, history: [...PAYING, "sold"] },
};

it("killed with -9 at every step of a booking: every stall is released or sold, once", async () => {
  const store = new InMemoryBookings();
  const taskQueue = ownTaskQueue();
  const lives = BOOKING_DEATHS.map((death, n) => {
    const orderId = `MELAK${n}`;
    const id = store.reserve(`B${30 + n}`, death.kind === "held" ? 300 : 5_000);
    if (death.kind !== "held") {
      store.register(id, orderId);
      store.startPayment(id, 300);
      store.openOrder(id);
    }
    if (death.kind === "paid") store.order(orderId).status = "PAID";
    return { death, id, orderId };
  });
  const kill = killedWhenAllAreAtTheirSteps(taskQueue, lives, store.activities());
  const handles = await Promise.all(
    lives.map(({ id }) =>
      temporal.client.workflow.signalWithStart<typeof stallBooking>(STALL_BOOKING, {
        taskQueue,
        workflowId: stallBookingWorkflowId(id),
        args: [{ bookingId: id, waits: { retryFirstMs: 50, retryLongestMs: 200 } }],
        signal: recheck,
      }),
    ),
  );
  await kill();
  const next = await startWorker(temporal, taskQueue, store.activities(), workflowBundle);
  try {
    const results = await Promise.all(handles.map((handle) => handle.result()));
    expect(lives.map(({ death, id }, n) => ({ death, result: results[n], history: store.happened(id) }))).toEqual(
      lives.map(({ death }) => {
        const { result, history } = BOOKING_ENDS[death.kind];
        return { death, result: expect.objectContaining(result), history };
      }),
    );
  } finally {
    await next.stop();
  }
});

type ListingKind = "paid" | "unpaid" | "lapsing" | "approved" | "waiting";

const LISTING_DEATHS: readonly Death<ListingActivities, ListingKind>[] = WHENS.flatMap((when) => [
  { action: "lookUpApplication", when, kind: "approved" },
  { action: "closeListingPayment", when, kind: "unpaid" },
  { action: "endUnpaidListingPayment", when, kind: "unpaid" },
  { action: "settleListingPayment", when, kind: "paid" },
  { action: "lapseApplication", when, kind: "lapsing" },
  { action: "remindReviewer", when, kind: "waiting" },
  { action: "remindOwner", which: "first", when, kind: "approved" },
  { action: "remindOwner", which: "last", when, kind: "approved" },
  { action: "expireListing", when, kind: "approved" },
]);

const YEAR = ["approved", "owner_reminded_first", "owner_reminded_last", "expired"];
const OPENED = ["submitted", "payment_started", "payment_opened"];
const { durations } = SHORT;
/** What each runs with, where it comes to by itself, and all that happens to it until then. */
const LISTING_ENDS: Readonly<
  Record<ListingKind, { readonly input: typeof SHORT; readonly end: ApplicationState; readonly history: string[] }>
> = {
  approved: { input: SHORT, end: "expired", history: ["claimed", ...YEAR] },
  waiting: { input: SHORT, end: "expired", history: ["claimed", "reviewer_reminded", ...YEAR] },
  paid: {
    // Reviewed as soon as it is paid: how long that takes here, nobody shall be reminded of it.
    input: { ...SHORT, durations: { ...durations, reviewReminderMs: LONG_MS } },
    end: "expired",
    history: [...OPENED, "paid", ...YEAR],
  },
  lapsing: {
    // Nobody waits for their money: long enough to be seen, too short to wait for.
    input: { ...SHORT, durations: { ...durations, unpaidMs: 300 } },
    end: "lapsed",
    history: ["submitted", "lapsed"],
  },
  unpaid: { input: SHORT, end: "submitted", history: [...OPENED, "termination_requested", "payment_ended"] },
};

it("killed with -9 at every step of a listing's life: every listing goes on, and nothing happens twice", async () => {
  const store = new InMemoryApplications(YEAR_MS);
  const taskQueue = ownTaskQueue();
  const lives = LISTING_DEATHS.map((death, n) => {
    const { kind } = death;
    const orderId = `LISTK${n}`;
    const id = store.submit(kind === "approved" || kind === "waiting" ? "under_review" : "submitted");
    if (kind === "approved") store.approve(id);
    if (kind === "paid" || kind === "unpaid") store.pay(id, orderId, 300);
    if (kind === "paid") store.order(id).status = "PAID";
    return { death, id, orderId };
  });
  const kill = killedWhenAllAreAtTheirSteps(taskQueue, lives, store.activities());
  const handles = await Promise.all(
    lives.map(({ id, death }) =>
      temporal.client.workflow.signalWithStart<typeof listing>(LISTING, {
        taskQueue,
        workflowId: listingWorkflowId(id),
        args: [{ applicationId: id, ...LISTING_ENDS[death.kind].input }],
        signal: recheck,
      }),
    ),
  );
  const notify = (id: string): Promise<void> =>
    temporal.client.workflow.getHandle(listingWorkflowId(id)).signal(recheck);
  // The administrator says yes where one has to; its nudge comes like any other.
  const approve = async (): Promise<boolean> => {
    for (const { id, death } of lives) {
      const ready = death.kind === "paid" || store.happened(id).includes("reviewer_reminded");
      if (!ready || store.state(id) !== "under_review") continue;
      store.approve(id);
      await notify(id);
    }
    return lives.every(({ id, death }) => store.state(id) === LISTING_ENDS[death.kind].end);
  };
  await kill();
  const next = await startWorker(temporal, taskQueue, store.activities(), workflowBundle);
  try {
    await eventually("every listing to live its year", approve);
    // Those that could still be paid for have no end of their own.
    for (const { id, death } of lives) {
      if (death.kind !== "unpaid") continue;
      store.end(id, "withdrawn");
      await notify(id);
    }
    await Promise.all(handles.map((handle) => handle.result()));
  } finally {
    await next.stop();
  }
  expect(lives.map(({ death, id }) => ({ death, history: store.happened(id) }))).toEqual(
    lives.map(({ death }) => {
      const { history } = LISTING_ENDS[death.kind];
      return { death, history: death.kind === "unpaid" ? [...history, "withdrawn"] : history };
    }),
  );
});
