import { Module } from "@nestjs/common";
import { StallsController } from "./stalls.controller.js";
import { StallsService } from "./stalls.service.js";

/** Stalls: the floor plan and what is free. */
@Module({
  controllers: [StallsController],
  providers: [StallsService],
  exports: [StallsService],
})
export class StallsModule {}
