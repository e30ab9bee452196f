import { connect } from "node:net";
import { Connection } from "@temporalio/client";
import { Redis } from "ioredis";
import type { Config } from "../platform/config/config.js";
import { temporalServer } from "../platform/temporal/temporal-connection.js";
import type { MachineDetails } from "./machine.checks.js";

/** Timeout of connecting to a server, in ms. */
const CONNECT_MS = 5_000;

/** Opens and ends a connection. @throws the system's error, e.g. ECONNREFUSED */
function reach(address: string): Promise<void> {
  const { hostname: host, port } = new URL(`tcp://${address}`);
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port: Number(port), timeout: CONNECT_MS }, () => {
      socket.destroy();
      resolve();
    });
    socket.once("timeout", () => socket.destroy(Object.assign(new Error("no answer"), { code: "ETIMEDOUT" })));
    socket.once("error", reject);
  });
}

/** Whether Temporal has our namespace. @throws why it does not answer */
export async function temporalAnswers({
  temporal,
}: Pick<Config, "temporal">): Promise<{ readonly namespace: boolean }> {
  const server = temporalServer(temporal);
  const connection = await Connection.connect({ ...server, connectTimeout: CONNECT_MS }).catch(
    async (error: unknown) => {
      // The client waits until its deadline, and does not say what it waited for.
      await reach(temporal.address);
      throw error;
    },
  );
  try {
    const { namespace } = temporal;
    const found = await connection.workflowService.describeNamespace({ namespace }).catch(() => undefined);
    return { namespace: found !== undefined };
  } finally {
    await connection.close();
  }
}

/** What Redis says of its settings; a hosted one may refuse to. @throws why it does not answer */
export async function redisAnswers(url: string): ReturnType<NonNullable<MachineDetails["redis"]>> {
  const redis = new Redis(url, { lazyConnect: true, connectTimeout: CONNECT_MS, retryStrategy: () => null });
  let cause: unknown;
  redis.on("error", (error) => {
    cause ??= error;
  });
  try {
    await redis.connect();
    await redis.ping();
    const setting = async (name: string): Promise<string | undefined> => {
      const found = (await redis.config("GET", name).catch(() => undefined)) as string[] | undefined;
      return found?.[1];
    };
    const durable = await setting("appendonly");
    return {
      policy: await setting("maxmemory-policy"),
      durable: durable === undefined ? undefined : durable === "yes",
    };
  } catch (error) {
    // The call only says that the connection is closed.
    throw cause ?? error;
  } finally {
    redis.disconnect();
  }
}
