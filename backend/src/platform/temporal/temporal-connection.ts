import { Injectable } from "@nestjs/common";
import type { OnApplicationShutdown } from "@nestjs/common";
import { Client, Connection } from "@temporalio/client";
import { Config } from "../config/config.js";

/** Without these gRPC stays blind for 12 s after Temporal came back (stack.md, Temporal). */
export const RECONNECT_QUICKLY = {
  "grpc.initial_reconnect_backoff_ms": 500,
  "grpc.max_reconnect_backoff_ms": 2_000,
};

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
      // Whoever calls tries again by itself (the outbox, the sweep); the SDK's own retry would go on after close().
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
