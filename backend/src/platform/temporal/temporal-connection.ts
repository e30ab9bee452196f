import { Injectable, type OnApplicationShutdown } from "@nestjs/common";
import { Client, Connection, isGrpcServiceError } from "@temporalio/client";
import { Config } from "../config/config.js";
import { setTimeout as pause } from "node:timers/promises";
import { msToTs } from "@temporalio/common/lib/time.js";
import { SEARCH_ATTRIBUTES } from "@sakhi/workflows/shared/search-attributes";

/** Without these gRPC stays blind for 12 s after Temporal came back. */
export const RECONNECT_QUICKLY = { "grpc.initial_reconnect_backoff_ms": 500, "grpc.max_reconnect_backoff_ms": 2_000 };

/** Where the server is and how it knows us. */
export interface TemporalServerSettings {
  /** host:port. */
  readonly address: string;
  readonly tls?: boolean;
  readonly apiKey?: string | undefined;
}

/** How the SDK's connections, our client's and the worker's, reach the server. */
export function temporalServer({ address, tls, apiKey }: TemporalServerSettings) {
  return { address, ...(tls === true ? { tls } : {}), ...(apiKey === undefined ? {} : { apiKey }) };
}

/** Longest we wait for an answer of Temporal, in ms. */
const CALL_TIMEOUT_MS = 5_000;

/** Our client of Temporal. Connects when first used, and again by itself, so Temporal may be away at start. */
@Injectable()
export class TemporalConnection implements OnApplicationShutdown {
  /** As /readyz calls it. */
  readonly name = "temporal";
  readonly connection: Connection;
  readonly client: Client;

  constructor(readonly config: Config) {
    this.connection = Connection.lazy({
      ...temporalServer(config.temporal),
      channelArgs: RECONNECT_QUICKLY,
      // Every caller retries by itself (the outbox, the sweep); the SDK's own retry would go on after close().
      interceptors: [],
    });
    this.client = new Client({ connection: this.connection, namespace: config.temporal.namespace });
  }

  /** Runs calls of the client, which fail when they take longer than 5 s together. */
  call<T>(work: (client: Client) => Promise<T>): Promise<T> {
    return this.connection.withDeadline(Date.now() + CALL_TIMEOUT_MS, () => work(this.client));
  }

  /** Whether Temporal answers. */
  async up(): Promise<boolean> {
    try {
      await this.call(() => this.connection.workflowService.getSystemInfo({}));
      return true;
    } catch {
      return false;
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.connection.close();
  }
}

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
  const describe = () => tolerating(NOT_FOUND, () => connection.workflowService.describeNamespace({ namespace }));
  let known = await describe();
  if (known === undefined) {
    await tolerating(ALREADY_EXISTS, () =>
      connection.workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod: retention }),
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
  const list = () => tolerating(NOT_FOUND, () => connection.operatorService.listSearchAttributes({ namespace }));
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
