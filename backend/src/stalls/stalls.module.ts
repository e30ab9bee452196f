import { Module } from "@nestjs/common";
import { AccountsModule } from "../accounts/accounts.module.js";
import { EventFactsModule } from "../events/event-facts.module.js";
import { PlansService } from "./plans.service.js";
import { StallTypesService } from "./stall-types.service.js";
import { StallsService } from "./stalls.service.js";

/** Stalls: positions, prices and statuses. */
@Module({ providers: [StallsService], exports: [StallsService] })
export class StallsModule {}

/** Plans of events and the types of their stalls, as operators change them. */
@Module({
  imports: [AccountsModule, EventFactsModule],
  providers: [PlansService, StallTypesService],
  exports: [PlansService, StallTypesService],
})
export class PlansModule {}
