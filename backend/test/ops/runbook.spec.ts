import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Connection } from "@temporalio/client";
import { ISSUE_KINDS } from "../../src/issues/issues.service.js";
import { ensureNamespace } from "../../src/platform/temporal/temporal-connection.js";
import { createTestDatabase, type TestDatabase } from "../support/database.js";

let db: TestDatabase;
let temporal: Connection;
let runbook: string;

beforeAll(async () => {
  runbook = await readFile(fileURLToPath(new URL("../../../docs/operations.md", import.meta.url)), "utf8");
  db = await createTestDatabase(2);
  temporal = await Connection.connect({ address: process.env["TEMPORAL_ADDRESS"] ?? "" });
  await ensureNamespace(temporal, "default");
});
afterAll(async () => {
  await temporal.close();
  await db.close();
});

const select = (query: string): Promise<unknown> => db.database.query(query);
const count = (query: string): Promise<unknown> =>
  temporal.workflowService.countWorkflowExecutions({ namespace: "default", query });

/** The runbook's code blocks of a language. */
function blocks(language: string): string[] {
  return [...runbook.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "gm"))].map(([, text = ""]) =>
    text.trim(),
  );
}

describe("docs/operations.md", () => {
  it.each([
    { language: "SQL", least: 15, queries: () => blocks("sql"), run: select },
    {
      language: "Temporal",
      least: 10,
      queries: () => blocks("temporal").flatMap((text) => text.split("\n")),
      run: count,
    },
  ])("contains only $language queries that run", async ({ least, queries, run }) => {
    expect(queries().length).toBeGreaterThan(least);
    const broken: string[] = [];
    for (const query of queries())
      await run(query).catch((error: unknown) => broken.push(`${String(error)}: ${query}`));
    expect(broken).toEqual([]);
  });

  it("explains every kind of issue", () => {
    const [, section = ""] = runbook.split("\n## Open issues\n");
    const table = section.split("\n## ")[0] ?? "";
    const explained = [...table.matchAll(/^\| `(\w+)`/gm)].map(([, kind]) => kind);
    expect(explained.sort()).toEqual([...ISSUE_KINDS].sort());
  });

  it("is checked by queries that fail on an unknown column or attribute", async () => {
    await expect(select("SELECT colour FROM bookings")).rejects.toThrow("colour");
    await expect(count('Colour = "red"')).rejects.toThrow("Colour");
  });
});
