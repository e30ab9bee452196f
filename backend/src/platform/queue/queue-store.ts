import { createPostgresBackend, setDefaultBackendFactory } from "bullmq";
import type { QueueOptions } from "bullmq";

/** Connections per queue or worker: they wait for work on one of their own. */
const POOL_SIZE = 3;

/**
 * Where BullMQ keeps its jobs: on Redis when there is one, otherwise on our PostgreSQL (in a schema of its own,
 * `bullmq`, made by the migration). Choosing is process-wide, so it must happen before any queue or worker is made.
 */
export function chooseQueueStore(settings: {
  readonly redisUrl: string | undefined;
  readonly databaseUrl: string;
}): Pick<QueueOptions, "connection"> {
  if (settings.redisUrl !== undefined) {
    setDefaultBackendFactory();
    // Workers may wait for ever; whoever adds a job has a timeout of its own (Queues).
    return { connection: { url: settings.redisUrl, maxRetriesPerRequest: null } };
  }
  setDefaultBackendFactory(createPostgresBackend);
  // BullMQ's types know Redis only, loosely enough; the backend chosen above understands this form.
  return { connection: { connectionString: settings.databaseUrl, max: POOL_SIZE } };
}
