import { Controller, Get } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { ForAdministrators } from "../accounts/administrator.guard.js";
import { StallAvailabilityResponse, SummaryResponse } from "./figures.response.js";
import { FiguresService } from "./figures.service.js";

/** The dashboard's figures. */
@ApiTags("administration")
@Controller("api/v1/mela")
@ForAdministrators()
export class FiguresController {
  constructor(private readonly figures: FiguresService) {}

  /** How many stalls of each type are free, of how many. */
  @Get("stall-availability")
  @ApiOkResponse({ type: StallAvailabilityResponse })
  getStallAvailability(): Promise<StallAvailabilityResponse> {
    return this.figures.availability();
  }

  /** Registrations, sales and revenue; in all, by day and by type. */
  @Get("admin/summary")
  @ApiOkResponse({ type: SummaryResponse })
  getSummary(): Promise<SummaryResponse> {
    return this.figures.summary();
  }
}
