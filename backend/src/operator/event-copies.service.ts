import { Injectable } from "@nestjs/common";
import { ArrivalService } from "../events/arrival.service.js";
import { EventTranslationsService } from "../events/event-translations.service.js";
import { MessagesService } from "../messages/messages.service.js";
import { QuestionsService } from "../papers/questions.service.js";
import type { Tx } from "../platform/database/database.js";
import { PlansService } from "../stalls/plans.service.js";
import { StallTypesService } from "../stalls/stall-types.service.js";

/** What a new event takes over from another one: all that was set up there, and nothing that was done. */
@Injectable()
export class EventCopiesService {
  constructor(
    private readonly stallTypes: StallTypesService,
    private readonly plans: PlansService,
    private readonly questions: QuestionsService,
    private readonly arrival: ArrivalService,
    private readonly translations: EventTranslationsService,
    private readonly messages: MessagesService,
  ) {}

  /** Types with their prices first: stalls have one. @param from the other event; its dated prices move by `daysEarlier` */
  async copy(tx: Tx, eventId: number, from: Parameters<StallTypesService["copy"]>[2]): Promise<void> {
    await this.stallTypes.copy(tx, eventId, from);
    await this.plans.copy(tx, eventId, from.id);
    await this.questions.copy(tx, eventId, from.id);
    await this.arrival.copy(tx, eventId, from.id);
    await this.translations.copy(tx, eventId, from.id);
    await this.messages.copy(tx, eventId, from.id);
  }
}
