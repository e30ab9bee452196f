import { Module } from "@nestjs/common";
import { QueueModule } from "../queue/queue.module.js";
import { TemporalModule } from "../temporal/temporal.module.js";
import { OutboxRelay } from "./outbox-relay.js";
import { OutboxRepository } from "./outbox.repository.js";

/** The relay of the outbox; in the jobs process only. */
@Module({
  imports: [QueueModule, TemporalModule],
  providers: [OutboxRepository, OutboxRelay],
  exports: [OutboxRelay, OutboxRepository],
})
export class OutboxRelayModule {}
