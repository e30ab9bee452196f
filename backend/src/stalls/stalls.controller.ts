import { Controller, Get, Header } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { LayoutStallResponse } from "./stalls.response.js";
import { StallsService } from "./stalls.service.js";

/** The floor plan, for everybody. */
@ApiTags("mela")
@Controller("api/v1/mela")
export class StallsController {
  constructor(private readonly stalls: StallsService) {}

  /**
   * All stalls with place, price in rupees and status. Polled: the answer changes only when a stall does, so that
   * If-None-Match gets 304.
   */
  @Get("layout")
  @Header("Cache-Control", "no-cache")
  @ApiOkResponse({ type: [LayoutStallResponse] })
  getLayout(): Promise<LayoutStallResponse[]> {
    return this.stalls.layout();
  }
}
