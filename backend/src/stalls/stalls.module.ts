import { Module } from "@nestjs/common";
import { StallsService } from "./stalls.service.js";

/** Stalls: the floor plan and what is free. */
@Module({ providers: [StallsService], exports: [StallsService] })
export class StallsModule {}
