import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, expect, it, jest } from "@jest/globals";
import type { ApplicationState } from "@sakhi/domain/listings/listing.states";
import { required } from "@sakhi/testkit/database";
import { bundleWorkflows, TestWorker } from "@sakhi/testkit/temporal";
import { eventually, until } from "@sakhi/testkit/until";
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
import { activitiesOf } from "./runs.js";

// A lost race must not pass on a retry.
jest.retryTimes(0);

/** The worker that continues. */
let next: TestWorker;
let folder: string;
let bundleFile: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sakhi-worker-"));
  bundleFile = join(folder, "workflows.js");
  await writeFile(bundleFile, (await bundleWorkflows()).code);
});
afterEach(() => next.close());
afterAll(() => rm(folder, { recursive: true, force: true }));

const TIMES = ["before", "after"] as const;

/** The step at which a subject's worker is killed: before an activity, or after it but before its result is reported. */
interface KillPoint<Activities, Kind extends string> {
  readonly action: keyof Activities & string;
  readonly when: (typeof TIMES)[number];
  /** Which of the owner's reminders. */
  readonly which?: "first" | "last";
  readonly kind: Kind;
}

interface Subject {
  readonly killPoint: Omit<KillPoint<object, string>, "action"> & { readonly action: string };
  readonly id: string;
  readonly orderId: string;
}

/**
 * Starts a worker in a separate process, which delegates every activity to us. Each subject is stopped at its kill point;
 * the returned function waits until all are there, and kills the worker with -9.
 */
function startDyingWorker(subjects: readonly Subject[], activities: object) {
  const actions = activities as Record<string, (...args: unknown[]) => Promise<unknown>>;
  const arrived = new Set<Subject>();
  const script = fileURLToPath(new URL("./dying-worker.mjs", import.meta.url));
  const worker = fork(script, [required("TEMPORAL_ADDRESS"), next.taskQueue, bundleFile, ...Object.keys(actions)]);
  const died = once(worker, "exit");
  const act = async ({ id, name, args }: ActivityRequest): Promise<void> => {
    const subject = subjects.find(({ id: subjectId, orderId }) => args[0] === subjectId || args[0] === orderId);
    if (subject === undefined) throw new Error(`${name} for an unknown subject`);
    const { action, when, which } = subject.killPoint;
    const here = name === action && (which === undefined || args[1] === which);
    if (!arrived.has(subject) && !(here && when === "before")) {
      const result = await actions[name]?.(...args);
      if (!here) return void worker.send({ id, result });
    }
    arrived.add(subject);
  };
  worker.on("message", (request) => void act(request as ActivityRequest));
  return async (): Promise<void> => {
    await until("all kill points", () => Promise.resolve(arrived.size === subjects.length));
    worker.kill("SIGKILL");
    expect(await died).toEqual([null, "SIGKILL"]);
  };
}

/** A request of the worker's process to run an activity. */
interface ActivityRequest {
  readonly id: number;
  readonly name: string;
  readonly args: readonly unknown[];
}

type BookingKind = "held" | "unpaid" | "paid";

const BOOKING_KILL_POINTS: readonly KillPoint<StallBookingActivities, BookingKind>[] = [
  { action: "lookUpBooking", when: "after", kind: "held" },
  { action: "releaseExpiredHold", when: "before", kind: "held" },
  { action: "releaseExpiredHold", when: "after", kind: "held" },
  { action: "closePaymentOrder", when: "before", kind: "unpaid" },
  { action: "closePaymentOrder", when: "after", kind: "unpaid" },
  { action: "releaseUnpaidStall", when: "after", kind: "unpaid" },
  { action: "settlePayment", when: "after", kind: "paid" },
];

const PAYING = ["reserved", "registered", "payment_started", "payment_opened"];
/** Expected result and history of each booking. */
const BOOKING_ENDS: Readonly<Record<BookingKind, { readonly result: object; readonly history: readonly string[] }>> = {
  held: { result: { outcome: "released", reason: "hold_expired" }, history: ["reserved", "hold_released"] },
  unpaid: {
    result: { outcome: "released", reason: "payment_expired" },
    history: [...PAYING, "termination_requested", "payment_released"],
  },
  paid: { result: { outcome: "sold" }, history: [...PAYING, "sold"] },
};

it("releases or sells every stall exactly once when its worker is killed with -9 at any step", async () => {
  const store = new InMemoryBookings();
  const subjects = BOOKING_KILL_POINTS.map((killPoint, n) => {
    const orderId = `MELAK${n}`;
    const id = store.reserve(`B${30 + n}`, killPoint.kind === "held" ? 300 : 5_000);
    if (killPoint.kind !== "held") {
      store.register(id, orderId);
      store.startPayment(id, 300);
      store.openOrder(id);
    }
    if (killPoint.kind === "paid") store.order(orderId).status = "PAID";
    return { killPoint, id, orderId };
  });
  const activities = activitiesOf(store);
  next = await TestWorker.open(activities);
  const kill = startDyingWorker(subjects, activities);
  const handles = await Promise.all(
    subjects.map(({ id }) =>
      next.workflows.signalWithStart<typeof stallBooking>(STALL_BOOKING, {
        taskQueue: next.taskQueue,
        workflowId: stallBookingWorkflowId(id),
        args: [{ bookingId: id, waits: { retryFirstMs: 50, retryLongestMs: 200 } }],
        signal: recheck,
      }),
    ),
  );
  await kill();
  await next.resume();
  const results = await Promise.all(handles.map((handle) => handle.result()));
  expect(
    subjects.map(({ killPoint, id }, n) => ({ killPoint, result: results[n], history: store.happened(id) })),
  ).toEqual(
    subjects.map(({ killPoint }) => {
      const { result, history } = BOOKING_ENDS[killPoint.kind];
      return { killPoint, result: expect.objectContaining(result), history };
    }),
  );
});

type ListingKind = "paid" | "unpaid" | "lapsing" | "approved" | "waiting";

const LISTING_KILL_POINTS: readonly KillPoint<ListingActivities, ListingKind>[] = TIMES.flatMap((when) => [
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
/** Input, expected final state and history of each listing. */
const LISTING_ENDS: Readonly<
  Record<ListingKind, { readonly input: typeof SHORT; readonly end: ApplicationState; readonly history: string[] }>
> = {
  approved: { input: SHORT, end: "expired", history: ["claimed", ...YEAR] },
  waiting: { input: SHORT, end: "expired", history: ["claimed", "reviewer_reminded", ...YEAR] },
  paid: {
    // Approved as soon as it is paid; a slow test must not send a reminder.
    input: { ...SHORT, durations: { ...durations, reviewReminderMs: LONG_MS } },
    end: "expired",
    history: [...OPENED, "paid", ...YEAR],
  },
  lapsing: {
    // A short time to pay.
    input: { ...SHORT, durations: { ...durations, unpaidMs: 300 } },
    end: "lapsed",
    history: ["submitted", "lapsed"],
  },
  unpaid: { input: SHORT, end: "submitted", history: [...OPENED, "termination_requested", "payment_ended"] },
};

it("continues every listing, without repeating a step, when its worker is killed with -9 at any step", async () => {
  const store = new InMemoryApplications(YEAR_MS);
  const subjects = LISTING_KILL_POINTS.map((killPoint, n) => {
    const { kind } = killPoint;
    const orderId = `LISTK${n}`;
    const id = store.submit(kind === "approved" || kind === "waiting" ? "under_review" : "submitted");
    if (kind === "approved") store.approve(id);
    if (kind === "paid" || kind === "unpaid") store.pay(id, orderId, 300);
    if (kind === "paid") store.order(id).status = "PAID";
    return { killPoint, id, orderId };
  });
  const activities = activitiesOf(store);
  next = await TestWorker.open(activities);
  const kill = startDyingWorker(subjects, activities);
  const handles = await Promise.all(
    subjects.map(({ id, killPoint }) =>
      next.workflows.signalWithStart<typeof listing>(LISTING, {
        taskQueue: next.taskQueue,
        workflowId: listingWorkflowId(id),
        args: [{ applicationId: id, ...LISTING_ENDS[killPoint.kind].input }],
        signal: recheck,
      }),
    ),
  );
  const notify = (id: string): Promise<void> => next.workflows.getHandle(listingWorkflowId(id)).signal(recheck);
  // The administrator approves applications under review, with the usual nudge.
  const approve = async (): Promise<boolean> => {
    for (const { id, killPoint } of subjects) {
      const ready = killPoint.kind === "paid" || store.happened(id).includes("reviewer_reminded");
      if (!ready || store.state(id) !== "under_review") continue;
      store.approve(id);
      await notify(id);
    }
    return subjects.every(({ id, killPoint }) => store.state(id) === LISTING_ENDS[killPoint.kind].end);
  };
  await kill();
  await next.resume();
  await eventually("every listing's final state", approve);
  // Unpaid applications do not end within the test; withdraw them.
  for (const { id, killPoint } of subjects) {
    if (killPoint.kind !== "unpaid") continue;
    store.end(id, "withdrawn");
    await notify(id);
  }
  await Promise.all(handles.map((handle) => handle.result()));
  expect(subjects.map(({ killPoint, id }) => ({ killPoint, history: store.happened(id) }))).toEqual(
    subjects.map(({ killPoint }) => {
      const { history } = LISTING_ENDS[killPoint.kind];
      return { killPoint, history: killPoint.kind === "unpaid" ? [...history, "withdrawn"] : history };
    }),
  );
});
