import { Processor, WorkerHost } from "@nestjs/bullmq";
import type { Job } from "bullmq";
import { PROCESSOR_OPTIONS } from "../platform/queue/queues.js";
import { UploadKinds } from "./upload-kinds.js";
import { UPLOADS_QUEUE } from "./upload-receiver.js";

/** Checks uploads and removes what is left of deleted ones, one job at a time: each check has a decoder of its own. */
@Processor(UPLOADS_QUEUE, { ...PROCESSOR_OPTIONS, concurrency: 1 })
export class UploadsProcessor extends WorkerHost {
  constructor(private readonly kinds: UploadKinds) {
    super();
  }

  override async process(job: Job<Readonly<Record<string, string>>>): Promise<string> {
    const outcomes: string[] = [];
    for (const [name, id] of Object.entries(job.data)) outcomes.push(await this.kinds.work(name, id));
    return outcomes.join();
  }
}
