import { setTimeout as pause } from "node:timers/promises";
import { isGrpcServiceError } from "@temporalio/client";
import type { Connection } from "@temporalio/client";
import { msToTs } from "@temporalio/common/lib/time.js";
import { SEARCH_ATTRIBUTES } from "@sakhi/workflows/shared/search-attributes";

/** How long closed workflows can be read; the development server keeps them for a day only. */
export const RETENTION_DAYS = 90;

const NOT_FOUND = 5;
const ALREADY_EXISTS = 6;
/** INDEXED_VALUE_TYPE_KEYWORD of Temporal's protocol. */
const KEYWORD = 2;
const RECHECK_MS = 100;
const LONGEST_WAIT_MS = 15_000;

/**
 * Makes the namespace what we need at each start, on the development server and on a real one: it exists, keeps
 * history for 90 days, and knows our search attributes. Where all of that is so nothing is written, so that it serves
 * on Temporal Cloud too, where only an administrator may change a namespace.
 *
 * @throws gRPC's errors; Error when the server did not take over the search attributes within 15 s
 */
export async function ensureNamespace(connection: Connection, namespace: string): Promise<void> {
  const retention = msToTs(`${RETENTION_DAYS} days`);
  const describe = () =>
    tolerating(NOT_FOUND, () => connection.workflowService.describeNamespace({ namespace }));
  let known = await describe();
  if (known === undefined) {
    await tolerating(ALREADY_EXISTS, () =>
      connection.workflowService.registerNamespace({
        namespace,
        workflowExecutionRetentionPeriod: retention,
      }),
    );
    // A namespace just registered reaches the server's caches with some delay.
    await eventually(`namespace ${namespace}`, async () => {
      known = await describe();
      return known !== undefined;
    });
  }
  if (Number(known?.config?.workflowExecutionRetentionTtl?.seconds ?? 0) !== RETENTION_DAYS * 86_400) {
    await connection.workflowService.updateNamespace({
      namespace,
      config: { workflowExecutionRetentionTtl: retention },
    });
  }

  const names = Object.keys(SEARCH_ATTRIBUTES);
  const list = () =>
    tolerating(NOT_FOUND, () => connection.operatorService.listSearchAttributes({ namespace }));
  const attributesAreThere = async (): Promise<boolean> => {
    const attributes = (await list())?.customAttributes ?? {};
    return names.every((name) => Number(attributes[name]) === KEYWORD);
  };
  await eventually(`namespace ${namespace} for its attributes`, async () => (await list()) !== undefined);
  if (await attributesAreThere()) return;
  await tolerating(ALREADY_EXISTS, () =>
    connection.operatorService.addSearchAttributes({
      namespace,
      searchAttributes: Object.fromEntries(names.map((name) => [name, KEYWORD])),
    }),
  );
  await eventually("the search attributes", attributesAreThere);
}

async function tolerating<T>(code: number, call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    if (isGrpcServiceError(error) && codeOf(error) === code) return undefined;
    throw error;
  }
}

function codeOf(error: { readonly code: number }): number {
  return error.code;
}

async function eventually(what: string, check: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + LONGEST_WAIT_MS;
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error(`Temporal did not take over ${what}`);
    await pause(RECHECK_MS);
  }
}
