import { Controller, Get, Header } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { ListedEventResponse } from "./listed-events.response.js";
import { ListedEventsService } from "./listed-events.service.js";

/** The events that visitors can see. */
@ApiTags("mela")
@Controller("api/v1/mela/events")
export class ListedEventsController {
  constructor(private readonly events: ListedEventsService) {}

  /** All events but drafts, with dates, place, prices and numbers of stalls; the current one first. */
  @Get()
  @Header("Cache-Control", "no-cache")
  @ApiOkResponse({ type: [ListedEventResponse] })
  async listPublicEvents(): Promise<ListedEventResponse[]> {
    return [...(await this.events.all())];
  }
}
