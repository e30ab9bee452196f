import { Injectable } from "@nestjs/common";
import { EventRefundsService } from "../cancellations/event-refunds.service.js";
import { StallMoveLifecycleService } from "../moves/stall-move-lifecycle.service.js";
import { WaitingOffersService } from "../waiting-list/waiting-offers.service.js";

/** The workflows beside those of bookings themselves: of events' cancellations, waiting lists, and moves to other stalls. */
@Injectable()
export class EventWorkflowsService {
  constructor(
    readonly cancellations: EventRefundsService,
    readonly waitingLists: WaitingOffersService,
    readonly stallMoves: StallMoveLifecycleService,
  ) {}
}
