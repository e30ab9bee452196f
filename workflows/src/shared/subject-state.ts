import { upsertSearchAttributes, workflowInfo } from "@temporalio/workflow";
import { ORDER_ID, STAGE, STALL_ID } from "./search-attributes.js";
import type { HistoryEntry, Stage, SubjectReading, SubjectHistory } from "./subject.types.js";

/** What a run shows of its subject in Temporal's search attributes. */
interface Shown<State extends string> {
  readonly stage: Stage<State> | undefined;
  /** Bookings only. */
  readonly stallId?: string | undefined;
  readonly orderId: string | undefined;
}

/** Events that start the opening of an order at the provider, and those that end it. */
const OPENING = ["payment_started", "renewal_started"];
const OPENED = ["payment_opened", "payment_not_opened", "renewal_not_opened"];

/** A run's view of its subject: the history and the search attributes. */
export class SubjectWorkflowState<State extends string, Kind extends string> {
  private shown: Shown<State> = { stage: undefined, orderId: undefined };
  private readonly entries: HistoryEntry<Kind>[] = [];
  /** Id of the newest known event ("0" for none), passed to the next check. */
  lastEvent = "0";

  /**
   * @param upserts whether the first check sets the search attributes always, or only if they differ from those that the
   * run was started with. A workflow keeps its choice, because saved histories replay by it.
   */
  constructor(private readonly upserts: "always first" | "if changed") {}

  /**
   * Applies the result of a check; returns true if there are new events.
   *
   * @param openOrderId the order that can still be paid
   * @param stallId bookings only
   */
  apply(reading: SubjectReading<State, Kind>, openOrderId: string | undefined, stallId?: string): boolean {
    const { state, orderId, happened, lastEvent } = reading;
    this.lastEvent = lastEvent;
    this.entries.push(...happened);
    // The stage stays "closing" as long as the order is open.
    const { shown } = this;
    const stillClosing = shown.stage === "closing" && openOrderId !== undefined && shown.orderId === openOrderId;
    this.show({ stage: stillClosing ? "closing" : state, stallId, orderId });
    return happened.length > 0;
  }

  /** Sets the stage to `closing`: the payment window is over and the order is being closed. */
  closing(): void {
    this.show({ ...this.shown, stage: "closing" });
  }

  /** Whether the provider has neither confirmed nor rejected the newest attempt to open the shown order. */
  orderUnopened(): boolean {
    if (this.shown.orderId === undefined) return false;
    const newest = this.entries.findLast(({ what }) => OPENING.includes(what) || OPENED.includes(what));
    return newest !== undefined && OPENING.includes(newest.what);
  }

  history(): SubjectHistory<State, Kind> {
    return { ...this.shown, entries: this.entries };
  }

  private show(shown: Shown<State>): void {
    const before = this.upserts === "if changed" ? attributes() : this.shown;
    const { stage, stallId, orderId } = shown;
    this.shown = shown;
    if (before.stage === stage && before.stallId === stallId && before.orderId === orderId) return;
    upsertSearchAttributes([
      { key: STAGE, value: stage ?? null },
      ...(stallId === undefined ? [] : [{ key: STALL_ID, value: stallId }]),
      { key: ORDER_ID, value: orderId ?? null },
    ]);
  }
}

/** The search attributes as set at the start or last. */
function attributes(): Shown<string> {
  const { typedSearchAttributes: current } = workflowInfo();
  return { stage: current.get(STAGE), stallId: current.get(STALL_ID), orderId: current.get(ORDER_ID) };
}
