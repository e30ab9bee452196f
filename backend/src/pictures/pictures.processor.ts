import { Processor, WorkerHost } from "@nestjs/bullmq";
import type { Job } from "bullmq";
import { PROCESSOR_OPTIONS } from "../platform/queue/queues.js";
import { PictureChecksService } from "./picture-checks.service.js";
import { PictureFilesService } from "./picture-files.service.js";
import { PICTURES_QUEUE } from "./pictures.service.js";

/** Checks uploads and removes the files of deleted pictures, one job at a time: each check has a decoder of its own. */
@Processor(PICTURES_QUEUE, { ...PROCESSOR_OPTIONS, concurrency: 1 })
export class PicturesProcessor extends WorkerHost {
  constructor(
    private readonly pictureChecks: PictureChecksService,
    private readonly files: PictureFilesService,
  ) {
    super();
  }

  override async process(job: Job<{ pictureId: string }>): Promise<string> {
    const { pictureId } = job.data;
    await this.files.removeOf(pictureId);
    return this.pictureChecks.check(pictureId);
  }
}
