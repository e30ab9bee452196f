import { Injectable } from "@nestjs/common";
import { EventRefundsService } from "../cancellations/event-refunds.service.js";
import { WaitingOffersService } from "../waiting-list/waiting-offers.service.js";

/** The workflows of events, which belong to no single booking: their cancellations, and their waiting lists. */
@Injectable()
export class EventWorkflowsService {
  constructor(
    readonly cancellations: EventRefundsService,
    readonly waitingLists: WaitingOffersService,
  ) {}
}
