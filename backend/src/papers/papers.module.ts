import { Module } from "@nestjs/common";
import { EventFactsModule } from "../events/event-facts.module.js";
import { PapersService } from "./papers.service.js";

/** Papers that events ask of those who book their stalls. */
@Module({ imports: [EventFactsModule], providers: [PapersService], exports: [PapersService] })
export class PapersModule {}
