import { Module } from "@nestjs/common";
import { StallsService } from "./stalls.service.js";

/** Stalls: positions, prices and statuses. */
@Module({ providers: [StallsService], exports: [StallsService] })
export class StallsModule {}
