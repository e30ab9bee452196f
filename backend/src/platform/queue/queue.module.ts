import { BullModule, getQueueToken } from "@nestjs/bullmq";
import { Module } from "@nestjs/common";
import { DiscoveryModule } from "@nestjs/core";
import type { Queue } from "bullmq";
import { Config } from "../config/config.js";
import { QUEUE_NAMES } from "./queue-names.js";
import { QueueProcessors } from "./queue-processors.js";
import { chooseQueueStore } from "./queue-store.js";
import { Queues } from "./queues.js";

/** The queues and what watches their processors; in the jobs process only. */
@Module({
  imports: [
    BullModule.forRootAsync({ useFactory: chooseQueueStore, inject: [Config] }),
    BullModule.registerQueue(...QUEUE_NAMES.map((name) => ({ name }))),
    DiscoveryModule,
  ],
  providers: [
    {
      provide: Queues,
      useFactory: (...queues: Queue[]) => new Queues(new Map(queues.map((queue) => [queue.name, queue]))),
      inject: QUEUE_NAMES.map((name) => getQueueToken(name)),
    },
    QueueProcessors,
  ],
  exports: [Queues],
})
export class QueueModule {}
