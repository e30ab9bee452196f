import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { WorkflowHandle } from "@temporalio/client";
import { historyToJSON } from "@temporalio/common/lib/proto-utils.js";

const HISTORIES = fileURLToPath(new URL("../histories/", import.meta.url));

/** A saved run. */
export interface SavedHistory {
  readonly name: string;
  readonly history: object;
}

/**
 * Saves a run's history if RECORD_HISTORIES names a version of the workflows (a folder), e.g.
 * `RECORD_HISTORIES=2 npm test -- workflows`. Record a version before it ships, never afterwards.
 */
export async function recordHistory(name: string, handle: WorkflowHandle): Promise<void> {
  const version = process.env["RECORD_HISTORIES"];
  if (version === undefined) return;
  const folder = `${HISTORIES}${version}/`;
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}${name}.history.json`, `${historyToJSON(await handle.fetchHistory())}\n`);
}

/** All saved runs of all versions. */
export async function savedHistories(): Promise<SavedHistory[]> {
  const files = await readdir(HISTORIES, { recursive: true });
  const saved = files.filter((file) => file.endsWith(".history.json")).sort();
  return await Promise.all(
    saved.map(async (name) => ({ name, history: JSON.parse(await readFile(`${HISTORIES}${name}`, "utf8")) as object })),
  );
}
