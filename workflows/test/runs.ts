import type { WorkflowHandle } from "@temporalio/client";

/** What a run can be found by in Temporal. */
export async function attributesOf(handle: WorkflowHandle): Promise<Record<string, unknown>> {
  const { typedSearchAttributes } = await handle.describe();
  const pairs = typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]);
  return Object.fromEntries(pairs) as Record<string, unknown>;
}

/** Timers a run has started: how long each, in seconds, and what it stood for. */
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
