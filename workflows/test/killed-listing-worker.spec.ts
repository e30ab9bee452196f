import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, jest } from "@jest/globals";
import type { ApplicationState } from "@sakhi/domain/listings/listing.states";
import type { ListingActivities } from "../src/listings/listing.activities.js";
import { LISTING, listingWorkflowId } from "../src/listings/listing.messages.js";
import type { listing } from "../src/listings/listing.workflow.js";
import { recheck } from "../src/shared/pacing.js";
import { InMemoryApplications } from "./in-memory-applications.js";
import { startDyingWorker } from "./killable-worker.js";
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

type AdministratorAction = keyof ListingActivities;

/** Where one listing stands when its worker dies: an activity was requested, or done and not yet reported. */
interface Death {
  readonly step: string;
  readonly action: AdministratorAction;
  readonly when: "before" | "after";
  /** Of an owner's two reminders. */
  readonly which?: "first" | "last";
  readonly kind: "paid" | "unpaid" | "lapsing" | "approved" | "waiting";
}

const ORDER = ["closeListingPayment", "endUnpaidListingPayment", "settleListingPayment"] as const;

const DEATHS: readonly Death[] = (["before", "after"] as const).flatMap((when) => [
  { step: "the first look", action: "lookUpApplication", when, kind: "approved" },
  { step: "closing the order", action: ORDER[0], when, kind: "unpaid" },
  { step: "letting the order go", action: ORDER[1], when, kind: "unpaid" },
  { step: "settling the order", action: ORDER[2], when, kind: "paid" },
  { step: "closing the application", action: "lapseApplication", when, kind: "lapsing" },
  { step: "reminding the reviewer", action: "remindReviewer", when, kind: "waiting" },
  { step: "the first reminder", action: "remindOwner", which: "first", when, kind: "approved" },
  { step: "the last reminder", action: "remindOwner", which: "last", when, kind: "approved" },
  { step: "the end of the year", action: "expireListing", when, kind: "approved" },
]);

const YEAR = ["approved", "owner_reminded_first", "owner_reminded_last", "expired"];
const HISTORIES: Readonly<Record<Death["kind"], readonly string[]>> = {
  approved: ["claimed", ...YEAR],
  waiting: ["claimed", "reviewer_reminded", ...YEAR],
  paid: ["submitted", "payment_started", "payment_opened", "paid", ...YEAR],
  lapsing: ["submitted", "lapsed"],
  unpaid: ["submitted", "payment_started", "payment_opened", "termination_requested", "payment_ended"],
};

/** Nobody waits for their money: long enough to be seen, too short to wait for. */
const IMPATIENT = { ...SHORT, durations: { ...SHORT.durations, unpaidMs: 300 } };
/** Reviewed as soon as it is paid: how long that takes here, nobody shall be reminded of it. */
const REVIEWED = { ...SHORT, durations: { ...SHORT.durations, reviewReminderMs: LONG_MS } };
const INPUTS: Readonly<Record<Death["kind"], typeof SHORT>> = {
  approved: SHORT,
  waiting: SHORT,
  paid: REVIEWED,
  lapsing: IMPATIENT,
  unpaid: SHORT,
};
/** Where each comes to by itself. */
const ENDS: Readonly<Record<Death["kind"], ApplicationState>> = {
  approved: "expired",
  waiting: "expired",
  paid: "expired",
  lapsing: "lapsed",
  unpaid: "submitted",
};

function begin(store: InMemoryApplications, { kind }: Death, orderId: string): string {
  const id = store.submit(kind === "approved" || kind === "waiting" ? "under_review" : "submitted");
  if (kind === "approved") store.approve(id);
  if (kind === "paid" || kind === "unpaid") store.pay(id, orderId, 300);
  if (kind === "paid") store.order(id).status = "PAID";
  return id;
}

/**
 * One worker has eighteen listings in hand, each of which has come to another step of its life; it is killed with -9,
 * and another worker brings all of them to their end.
 */
it("killed with -9 at every step of a listing's life: every listing goes on, and nothing happens twice", async () => {
  const store = new InMemoryApplications(YEAR_MS);
  const taskQueue = ownTaskQueue();
  const lives = DEATHS.map((death, n) => ({ death, id: begin(store, death, `LISTK${n}`), arrived: false }));
  const byOrder = new Map(lives.map((life, n) => [`LISTK${n}`, life]));
  const actions = store.activities() as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;

  const at = { address: temporal.address, taskQueue, bundleFile };
  const dying = startDyingWorker(at, Object.keys(actions), async (_process, name, args) => {
    const subject = String(args[0]);
    const life = byOrder.get(subject) ?? lives.find(({ id }) => id === subject);
    if (life === undefined) throw new Error(`Nobody's ${name}`);
    const { death } = life;
    const here = name === death.action && (death.which === undefined || args[1] === death.which);
    if (life.arrived || (here && death.when === "before")) {
      life.arrived = true;
      return "never";
    }
    const result = await actions[name]?.(...args);
    if (!here) return { result };
    life.arrived = true;
    return "never";
  });
  const handles = await Promise.all(
    lives.map(({ id, death }) =>
      temporal.client.workflow.signalWithStart<typeof listing>(LISTING, {
        taskQueue,
        workflowId: listingWorkflowId(id),
        args: [{ applicationId: id, ...INPUTS[death.kind] }],
        signal: recheck,
      }),
    ),
  );
  // The administrator says yes where one has to; its nudge comes like any other.
  const approve = async (): Promise<boolean> => {
    for (const { id, death } of lives) {
      const ready = death.kind === "paid" || store.happened(id).includes("reviewer_reminded");
      if (!ready || store.state(id) !== "under_review") continue;
      store.approve(id);
      await temporal.client.workflow.getHandle(listingWorkflowId(id)).signal(recheck);
    }
    return lives.every(({ id, death }) => store.state(id) === ENDS[death.kind]);
  };
  await until("every listing to come to its step", () => Promise.resolve(lives.every((life) => life.arrived)));
  dying.process.kill("SIGKILL");
  expect(await dying.died).toBe("SIGKILL");

  const next = await startWorker(temporal, taskQueue, store.activities(), workflowBundle);
  try {
    await eventually("every listing to live its year", approve);
    // Those that could still be paid for have no end of their own.
    for (const { id, death } of lives) {
      if (death.kind !== "unpaid") continue;
      store.end(id, "withdrawn");
      await temporal.client.workflow.getHandle(listingWorkflowId(id)).signal(recheck);
    }
    await Promise.all(handles.map((handle) => handle.result()));
  } finally {
    await next.stop();
  }
  for (const { id, death } of lives) {
    const history = death.kind === "unpaid" ? [...HISTORIES.unpaid, "withdrawn"] : HISTORIES[death.kind];
    expect([death.step, death.when, ...store.happened(id)]).toEqual([death.step, death.when, ...history]);
  }
});
