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
