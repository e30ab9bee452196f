import { Controller, Get, Header, Query } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { BrandViewDto } from "@sakhi/domain/brands/brand-views.dto";
import { NamedEventDto } from "@sakhi/domain/fields/named-event.dto";
import { EventFactsService } from "../events/event-facts.service.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { BrandStallResponse, StallBrandResponse } from "./brand-stalls.response.js";
import { BrandStallsService } from "./brand-stalls.service.js";

/** Where brands are met, as their owners show it. */
@ApiTags("catalogue")
@Controller("api/v1/brand-stalls")
export class BrandStallsController {
  constructor(
    private readonly brandStalls: BrandStallsService,
    private readonly eventFacts: EventFactsService,
  ) {}

  /** The stalls of coming events at which a brand is met. */
  @Get()
  @Header("Cache-Control", "no-cache")
  @ApiOkResponse({ type: [BrandStallResponse] })
  @ApiErrors(["invalid_request"])
  listBrandStalls(@Query() { module, brandName }: BrandViewDto): Promise<BrandStallResponse[]> {
    return this.brandStalls.ofBrand(module, brandName);
  }

  /** The brands that are met at an event, by their stalls. */
  @Get("at")
  @Header("Cache-Control", "no-cache")
  @ApiOkResponse({ type: [StallBrandResponse] })
  @ApiErrors(["invalid_request", "event_not_found"])
  async listBrandsAt(@Query() { event }: NamedEventDto): Promise<StallBrandResponse[]> {
    return this.brandStalls.ofEvent(await this.eventFacts.resolve(event));
  }
}
