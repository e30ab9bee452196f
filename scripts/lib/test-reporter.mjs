/**
 * A reporter for Node's test runner: one line of JSON for each test, with its file, which Node's own reports leave out.
 * @param {AsyncIterable<{ type: string, data: { file?: string, nesting: number } }>} events
 */
export default async function* testReporter(events) {
  for await (const { type, data } of events) {
    if ((type !== "test:pass" && type !== "test:fail") || data.nesting > 0) continue;
    yield `${JSON.stringify({ file: data.file, ok: type === "test:pass" })}\n`;
  }
}
