import { TestWorker } from "@sakhi/testkit/temporal";
import { until } from "@sakhi/testkit/until";
import type { WorkflowHandleWithSignaledRunId } from "@temporalio/client";
import { LISTING, listingWorkflowId } from "../src/listings/listing.messages.js";
import type { ListingInput } from "../src/listings/listing.messages.js";
import type { listing } from "../src/listings/listing.workflow.js";
import { recheck } from "../src/shared/pacing.js";
import { InMemoryApplications } from "./in-memory-applications.js";
import { activitiesOf } from "./runs.js";

/** A short year, with reminders 1 s and 0.5 s before its end. */
export const YEAR_MS = 1_500;
export const SHORT: Omit<ListingInput, "applicationId"> = {
  durations: { firstReminderMs: 1_000, lastReminderMs: 500, reviewReminderMs: 300 },
  waits: { unopenedOrderMs: 200, retryFirstMs: 50, retryLongestMs: 200 },
};

/** Longer than any test; ends only when a test moves its end. */
export const LONG_MS = 3_600_000;
/** Input for a long year, with reminders 40 and 20 minutes before its end. */
export const LONG: Omit<ListingInput, "applicationId"> = {
  ...SHORT,
  durations: { firstReminderMs: 2_400_000, lastReminderMs: 1_200_000, reviewReminderMs: 300 },
};

export type ListingHandle = WorkflowHandleWithSignaledRunId<typeof listing>;

/** Listing workflows of a spec: one worker, and a new in-memory store for each test. */
export class ListingRuns {
  private input = SHORT;

  private constructor(
    private readonly stores: InMemoryApplications[],
    readonly worker: TestWorker,
  ) {}

  static async open(): Promise<ListingRuns> {
    const first = new InMemoryApplications(YEAR_MS);
    const stores = [first];
    // Runs left over from earlier tests keep their store.
    const storeOf = (subject: string) => stores.findLast((each) => each.has(subject)) ?? stores.at(-1)!;
    return new ListingRuns(stores, await TestWorker.start(activitiesOf(first, storeOf)));
  }

  get store(): InMemoryApplications {
    return this.stores.at(-1)!;
  }

  /** Starts a new store with the given year. */
  begin(yearMs = YEAR_MS, input = SHORT): void {
    this.input = input;
    this.stores.push(new InMemoryApplications(yearMs));
  }

  /** Like the outbox relay: starts the application's workflow, or signals the running one. */
  nudge(applicationId: string, input: Partial<ListingInput> = this.input): Promise<ListingHandle> {
    return this.worker.workflows.signalWithStart<typeof listing>(LISTING, {
      taskQueue: this.worker.taskQueue,
      workflowId: listingWorkflowId(applicationId),
      // Like a renewal's nudge: starts a new run after the previous year's run has closed.
      workflowIdReusePolicy: "ALLOW_DUPLICATE",
      workflowIdConflictPolicy: "USE_EXISTING",
      args: [{ applicationId, ...input }],
      signal: recheck,
      staticSummary: "Listing",
    });
  }

  /** Nudges, and waits until the workflow has rechecked. */
  async nudgeAndWait(applicationId: string, input?: Partial<ListingInput>): Promise<ListingHandle> {
    const checks = this.store.count("lookUpApplication");
    const handle = await this.nudge(applicationId, input);
    await until("the workflow to recheck", () => Promise.resolve(this.store.count("lookUpApplication") > checks));
    return handle;
  }

  /** Creates an approved listing known to its workflow. */
  async live(input?: Partial<ListingInput>): Promise<{ readonly id: string; readonly handle: ListingHandle }> {
    const id = this.store.submit("under_review");
    this.store.approve(id);
    return { id, handle: await this.nudgeAndWait(id, input) };
  }

  /** Creates an application with an open order known to its workflow. */
  async payingFor(orderId: string, windowMs = LONG_MS): Promise<string> {
    const id = this.store.submit();
    await this.nudgeAndWait(id);
    this.store.pay(id, orderId, windowMs);
    await this.nudgeAndWait(id);
    return id;
  }

  /** Moves the end of the payment window to `ms` from now and nudges the workflow. */
  async endWindowIn(id: string, ms: number): Promise<ListingHandle> {
    this.store.endWindowIn(id, ms);
    return await this.nudge(id);
  }

  /** Moves the end of the listing's year to `ms` from now and nudges the workflow. */
  async endYearIn(id: string, ms: number): Promise<ListingHandle> {
    this.store.endYearIn(id, ms);
    return await this.nudge(id);
  }

  /** Withdraws the application, which closes its run. */
  async withdraw(id: string): Promise<ListingHandle> {
    this.store.end(id, "withdrawn");
    const handle = await this.nudge(id);
    await handle.result();
    return handle;
  }

  async untilState(id: string, state: ReturnType<InMemoryApplications["state"]>): Promise<void> {
    await until(`state ${state}`, () => Promise.resolve(this.store.state(id) === state));
  }
}
