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

/** The runbook's code blocks of a language. */
function blocks(language: string): string[] {
  return [...runbook.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "gm"))].map(([, text = ""]) =>
    text.trim(),
  );
}

describe("docs/operations.md", () => {
  it("contains only SQL that runs on the current schema", async () => {
    const queries = blocks("sql");
    expect(queries.length).toBeGreaterThan(15);
    const broken: string[] = [];
    for (const query of queries) {
      await db.database.query(query).catch((error: unknown) => broken.push(`${String(error)}: ${query}`));
    }
    expect(broken).toEqual([]);
  });

  it("contains only valid Temporal queries", async () => {
    const queries = blocks("temporal").flatMap((block) => block.split("\n"));
    expect(queries.length).toBeGreaterThan(10);
    const broken: string[] = [];
    for (const query of queries) {
      await temporal.workflowService
        .countWorkflowExecutions({ namespace: "default", query })
        .catch((error: unknown) => broken.push(`${String(error)}: ${query}`));
    }
    expect(broken).toEqual([]);
  });

  it("explains every kind of issue", () => {
    const [, section = ""] = runbook.split("\n## Open issues\n");
    const table = section.split("\n## ")[0] ?? "";
    const explained = [...table.matchAll(/^\| `(\w+)`/gm)].map(([, kind]) => kind);
    expect(explained.sort()).toEqual([...ISSUE_KINDS].sort());
  });

  it("is checked by queries that fail on an unknown column or attribute", async () => {
    await expect(db.database.query("SELECT colour FROM bookings")).rejects.toThrow("colour");
    const stale = { namespace: "default", query: 'Colour = "red"' };
    await expect(temporal.workflowService.countWorkflowExecutions(stale)).rejects.toThrow("Colour");
  });
});
