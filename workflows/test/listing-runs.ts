import type { WorkflowHandleWithSignaledRunId } from "@temporalio/client";
import { LISTING, listingWorkflowId } from "../src/listings/listing.messages.js";
import type { ListingInput } from "../src/listings/listing.messages.js";
import type { listing } from "../src/listings/listing.workflow.js";
import { recheck } from "../src/shared/pacing.js";
import { InMemoryApplications } from "./in-memory-applications.js";
import { TestWorker } from "@sakhi/testkit/temporal";
import { until } from "@sakhi/testkit/until";

/** A year of the tests: its reminders come 1 s and half a second before its end. */
export const YEAR_MS = 1_500;
export const SHORT: Omit<ListingInput, "applicationId"> = {
  durations: { firstReminderMs: 1_000, lastReminderMs: 500, reviewReminderMs: 300 },
  waits: { unopenedOrderMs: 200, retryFirstMs: 50, retryLongestMs: 200 },
};

/** Longer than any test may take: its end comes when a test moves it. */
export const LONG_MS = 3_600_000;
/** A long year, whose reminders come 40 and 20 minutes before its end. */
export const MOVED: Omit<ListingInput, "applicationId"> = {
  ...SHORT,
  durations: { firstReminderMs: 2_400_000, lastReminderMs: 1_200_000, reviewReminderMs: 300 },
};

export type ListingHandle = WorkflowHandleWithSignaledRunId<typeof listing>;

/** Each activity in the newest book that has its application. */
function activitiesOf(books: readonly InMemoryApplications[]): object {
  type Activity = (subject: string, ...more: unknown[]) => Promise<unknown>;
  const inItsBook =
    (name: string): Activity =>
    (subject, ...more) => {
      const book = books.findLast((each) => each.has(subject)) ?? books.at(-1)!;
      return (book.activities() as unknown as Record<string, Activity>)[name]!(subject, ...more);
    };
  return Object.fromEntries(Object.keys(books[0]!.activities()).map((name) => [name, inItsBook(name)]));
}

/** Listing workflows of a spec: one worker, over a book of applications in memory that is new for each test. */
export class ListingRuns {
  private input = SHORT;

  private constructor(
    private readonly books: InMemoryApplications[],
    readonly worker: TestWorker,
  ) {}

  static async open(): Promise<ListingRuns> {
    const books = [new InMemoryApplications(YEAR_MS)];
    return new ListingRuns(books, await TestWorker.start(activitiesOf(books)));
  }

  get store(): InMemoryApplications {
    return this.books.at(-1)!;
  }

  /** A new book whose year lasts that long; what an earlier test has left to run goes on in its own. */
  begin(yearMs = YEAR_MS, input = SHORT): void {
    this.input = input;
    this.books.push(new InMemoryApplications(yearMs));
  }

  /** What the outbox relay does: starts the application's workflow, or nudges the running one. */
  nudge(applicationId: string, input: Partial<ListingInput> = this.input): Promise<ListingHandle> {
    return this.worker.workflows.signalWithStart<typeof listing>(LISTING, {
      taskQueue: this.worker.taskQueue,
      workflowId: listingWorkflowId(applicationId),
      // As a renewal's nudge: a run that closed with the year before does not count as signalled.
      workflowIdReusePolicy: "ALLOW_DUPLICATE",
      workflowIdConflictPolicy: "USE_EXISTING",
      args: [{ applicationId, ...input }],
      signal: recheck,
      staticSummary: "Listing",
    });
  }

  /** Nudges, and waits until the workflow has seen it. */
  async nudgeAndSee(applicationId: string, input?: Partial<ListingInput>): Promise<ListingHandle> {
    const checks = this.store.count("lookUpApplication");
    const handle = await this.nudge(applicationId, input);
    await until("the workflow to recheck", () => Promise.resolve(this.store.count("lookUpApplication") > checks));
    return handle;
  }

  /** An approved listing whose workflow has seen it. */
  async live(input?: Partial<ListingInput>): Promise<{ readonly id: string; readonly handle: ListingHandle }> {
    const id = this.store.submit("under_review");
    this.store.approve(id);
    return { id, handle: await this.nudgeAndSee(id, input) };
  }

  /** An application with an open order whose workflow has seen it. */
  async payingFor(orderId: string, windowMs = LONG_MS): Promise<string> {
    const id = this.store.submit();
    await this.nudgeAndSee(id);
    this.store.pay(id, orderId, windowMs);
    await this.nudgeAndSee(id);
    return id;
  }

  /** As if the order's time to pay were over in `ms`, and the workflow had heard of it. */
  async endWindowIn(id: string, ms: number): Promise<ListingHandle> {
    this.store.endWindowIn(id, ms);
    return await this.nudge(id);
  }

  /** As if the listing's year were over in `ms`, and the workflow had heard of it. */
  async endYearIn(id: string, ms: number): Promise<ListingHandle> {
    this.store.endYearIn(id, ms);
    return await this.nudge(id);
  }

  /** An operator takes the application down, which ends its run. */
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
