import { Controller, Get, Header, Query, Req, Res } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { CategoriesQueryDto, LiveListingsQueryDto } from "@sakhi/domain/catalogue/listings-query.dto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { CachedResponse } from "./response-cache.js";
import {
  BrandNameResponse,
  CategoryCountResponse,
  HighlightsResponse,
  PastEventResponse,
} from "./catalogue.response.js";
import { CatalogueService } from "./catalogue.service.js";
import { ListingResponse } from "./listing.response.js";
import { PastEventsService } from "./past-events.service.js";

/** The public catalogue, for everybody. */
@ApiTags("catalogue")
@Controller()
export class CatalogueController {
  constructor(
    private readonly catalogue: CatalogueService,
    private readonly events: PastEventsService,
  ) {}

  /**
   * Live listings, brand by brand. Filters work alone and together; an unknown category, brand or event has no
   * listings. At most 500 at once: while more follow, X-Next-Cursor says where.
   */
  @Get("api/v1/listings/live")
  @Header("Cache-Control", "no-cache")
  @ApiOkResponse({
    type: [ListingResponse],
    headers: {
      "X-Total-Count": { description: "How many listings the filters match in all", schema: { type: "integer" } },
      "X-Next-Cursor": {
        description: "Given while more listings follow: send it as `cursor` with the same filters",
        schema: { type: "string" },
      },
    },
  })
  async liveListings(
    @Query() query: LiveListingsQueryDto,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await send(await this.catalogue.liveListings(query), request, reply);
  }

  /** Categories with at least one live listing, with their counts, in the order of the filters. */
  @Get("api/v1/listings/categories")
  @Header("Cache-Control", "no-cache")
  @ApiOkResponse({ type: [CategoryCountResponse] })
  async listingCategories(
    @Query() { module }: CategoriesQueryDto,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await send(await this.catalogue.categories(module), request, reply);
  }

  /** What the home page shows of the catalogue. */
  @Get("api/v1/listings/highlights")
  @Header("Cache-Control", "no-cache")
  @ApiOkResponse({ type: HighlightsResponse })
  async highlights(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await send(await this.catalogue.highlights(), request, reply);
  }

  /** Fairs, pop-ups and editions of the Mela that are over, and editions to come, the newest first. Each has a page of its own. */
  @Get("api/v1/listings/past-events")
  @Header("Cache-Control", "no-cache")
  @ApiOkResponse({ type: [PastEventResponse] })
  pastEvents(): Promise<PastEventResponse[]> {
    return this.events.all();
  }

  /** Brands with at least one live listing, by name, at most 2,000; the search finds the others. */
  @Get("api/public/brand-names")
  @Header("Cache-Control", "no-cache")
  @ApiOkResponse({ type: [BrandNameResponse] })
  async brandNames(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await send(await this.catalogue.brandNames(), request, reply);
  }
}

/** The answer as it is kept: compressed where the browser takes it. */
async function send(answer: CachedResponse, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:[,\s]|$))/.test(request.headers["accept-encoding"] ?? "");
  const gzipped = takesGzip ? answer.gzipped : undefined;
  if (gzipped !== undefined) reply.header("content-encoding", "gzip");
  await reply
    .headers(answer.headers)
    .header("vary", "accept-encoding")
    .type("application/json; charset=utf-8")
    .send(gzipped ?? answer.json);
}
