import type { WorkflowHandle } from "@temporalio/client";

/** A run's search attributes. */
export async function attributesOf(handle: WorkflowHandle): Promise<Record<string, unknown>> {
  const { typedSearchAttributes } = await handle.describe();
  const pairs = typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]);
  return Object.fromEntries(pairs) as Record<string, unknown>;
}

/** A run's timers, with their durations in seconds and their summaries. */
export async function timersOf(
  handle: WorkflowHandle,
): Promise<{ readonly seconds: number; readonly summary: string }[]> {
  const { events } = await handle.fetchHistory();
  return (events ?? []).flatMap(({ timerStartedEventAttributes: timer, userMetadata }) => {
    if (!timer) return [];
    const summary = Buffer.from(userMetadata?.summary?.data ?? '""').toString("utf8");
    return [{ seconds: Number(timer.startToFireTimeout?.seconds ?? 0), summary: JSON.parse(summary) as string }];
  });
}

/**
 * A worker's activities: those of an in-memory store, each called on the store that has its subject by then, so that a
 * test can replace the store or an activity.
 */
export function activitiesOf<Store extends object>(
  store: Store,
  storeOf: (subject: string) => Store = () => store,
): object {
  type Activity = (subject: string, ...more: unknown[]) => Promise<unknown>;
  const names = Object.entries(store).flatMap(([name, value]) => (typeof value === "function" ? [name] : []));
  const activity =
    (name: string): Activity =>
    (subject, ...more) =>
      (storeOf(subject) as Record<string, Activity>)[name]!(subject, ...more);
  return Object.fromEntries(names.map((name) => [name, activity(name)]));
}
