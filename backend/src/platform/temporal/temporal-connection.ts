import { setTimeout as pause } from "node:timers/promises";
import { Injectable, type OnApplicationShutdown } from "@nestjs/common";
import { SEARCH_ATTRIBUTES } from "@sakhi/workflows/shared/search-attributes";
import { Client, Connection, isGrpcServiceError } from "@temporalio/client";
import { msToTs } from "@temporalio/common/lib/time.js";
import { Config } from "../config/config.js";

/** Short reconnect backoffs: by default gRPC notices a recovered server only after 12 s. */
export const RECONNECT_QUICKLY = { "grpc.initial_reconnect_backoff_ms": 500, "grpc.max_reconnect_backoff_ms": 2_000 };

/** Address and credentials of the server. */
export interface TemporalServerSettings {
  /** host:port. */
  readonly address: string;
  readonly tls?: boolean;
  readonly apiKey?: string | undefined;
}

/** Connection options of the SDK, for clients and workers. */
export function temporalServer({ address, tls, apiKey }: TemporalServerSettings) {
  return { address, ...(tls === true ? { tls } : {}), ...(apiKey === undefined ? {} : { apiKey }) };
}

/** Timeout of calls to Temporal, in ms. */
const CALL_TIMEOUT_MS = 5_000;
/** The same for preparing a namespace, which waits for the server's caches. */
const PREPARE_MS = 20_000;

/** The Temporal client. Connects on first use and reconnects automatically, so Temporal may be unreachable at startup. */
@Injectable()
export class TemporalConnection implements OnApplicationShutdown {
  /** Name in /readyz. */
  readonly name = "temporal";
  readonly connection: Connection;
  readonly client: Client;

  constructor(readonly config: Config) {
    this.connection = Connection.lazy({
      ...temporalServer(config.temporal),
      channelArgs: RECONNECT_QUICKLY,
      // Callers (outbox, sweep) retry themselves; the SDK's retries would continue after close().
      interceptors: [],
    });
    this.client = new Client({ connection: this.connection, namespace: config.temporal.namespace });
  }

  /** Runs client calls with a common deadline of 5 s. */
  call<T>(work: (client: Client) => Promise<T>): Promise<T> {
    return this.connection.withDeadline(Date.now() + CALL_TIMEOUT_MS, () => work(this.client));
  }

  /** Creates what is missing of our namespace, retention and search attributes. @throws like {@link ensureNamespace} */
  prepare(): Promise<void> {
    const { connection, config } = this;
    return connection.withDeadline(Date.now() + PREPARE_MS, () =>
      ensureNamespace(connection, config.temporal.namespace),
    );
  }

  /** True if Temporal responds. */
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

/** Retention of closed workflows. The development server's default is one day. */
export const RETENTION_DAYS = 90;

const NOT_FOUND = 5;
const ALREADY_EXISTS = 6;
/** INDEXED_VALUE_TYPE_KEYWORD of Temporal's protocol. */
const KEYWORD = 2;
const RECHECK_MS = 100;
const MAX_WAIT_MS = 15_000;

/**
 * Ensures that the namespace exists, retains history for 90 days and has our search attributes. Writes only what differs,
 * so that it also works on Temporal Cloud, where only an administrator may change a namespace.
 *
 * @throws gRPC's errors; Error if the server does not apply a change within 15 s
 */
export async function ensureNamespace(connection: Connection, namespace: string): Promise<void> {
  const retention = msToTs(`${RETENTION_DAYS} days`);
  const describe = () => tolerating(NOT_FOUND, () => connection.workflowService.describeNamespace({ namespace }));
  let known = await describe();
  if (known === undefined) {
    await tolerating(ALREADY_EXISTS, () =>
      connection.workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod: retention }),
    );
    // A new namespace reaches the server's caches with a delay.
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
  const lacking = async (): Promise<string[]> => {
    const attributes = (await list())?.customAttributes ?? {};
    return names.filter((name) => Number(attributes[name]) !== KEYWORD);
  };
  await eventually(`the attributes of namespace ${namespace}`, async () => (await list()) !== undefined);
  // One by one: a server that has some of them, from an earlier release, would refuse them together.
  for (const name of await lacking()) {
    await tolerating(ALREADY_EXISTS, () =>
      connection.operatorService.addSearchAttributes({
        namespace,
        searchAttributes: Object.fromEntries([[name, KEYWORD]]),
      }),
    );
  }
  await eventually("the search attributes", async () => (await lacking()).length === 0);
}

async function tolerating<T>(code: number, call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    if (isGrpcServiceError(error) && (error.code as number) === code) return undefined;
    throw error;
  }
}

async function eventually(what: string, check: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + MAX_WAIT_MS;
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error(`Temporal did not provide ${what} in time`);
    await pause(RECHECK_MS);
  }
}
