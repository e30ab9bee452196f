import { Controller, Get, Header, Query, Req, Res } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { CategoriesQueryDto, LiveListingsQueryDto } from "@sakhi/domain/catalogue/listings-query.dto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { acceptsEncoding } from "../platform/http/accept-encoding.js";
import {
  BrandNameResponse,
  CategoryCountResponse,
  HighlightsResponse,
  PastEventResponse,
} from "./catalogue.response.js";
import { CatalogueService } from "./catalogue.service.js";
import { ListingResponse } from "./listing.response.js";
import { PastEventsService } from "./past-events.service.js";
import type { CachedResponse } from "./response-cache.js";

/** The public catalogue. */
@ApiTags("catalogue")
@Controller()
export class CatalogueController {
  constructor(
    private readonly catalogue: CatalogueService,
    private readonly events: PastEventsService,
  ) {}

  /**
   * Lists live listings by brand. Filters combine; an unknown category, brand or event matches nothing. At most 500 per
   * page: X-Next-Cursor is present while more follow.
   */
  @Get("api/v1/listings/live")
  @Header("Cache-Control", "no-cache")
  @ApiOkResponse({
    type: [ListingResponse],
    headers: {
      "X-Total-Count": { description: "Total number of matching listings", schema: { type: "integer" } },
      "X-Next-Cursor": {
        description: "Present while more listings follow: send it as `cursor` with the same filters",
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

  /** Lists categories that have live listings, with their counts, in the order of the filters. */
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

  /** Returns the home page's selection from the catalogue. */
  @Get("api/v1/listings/highlights")
  @Header("Cache-Control", "no-cache")
  @ApiOkResponse({ type: HighlightsResponse })
  async highlights(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await send(await this.catalogue.highlights(), request, reply);
  }

  /** Lists past fairs, pop-ups and editions of the Mela, and upcoming editions, newest first. Each has its own page. */
  @Get("api/v1/listings/past-events")
  @Header("Cache-Control", "no-cache")
  @ApiOkResponse({ type: [PastEventResponse] })
  pastEvents(): Promise<PastEventResponse[]> {
    return this.events.all();
  }

  /** Lists brands that have live listings, by name, at most 2,000; the search finds the others. */
  @Get("api/public/brand-names")
  @Header("Cache-Control", "no-cache")
  @ApiOkResponse({ type: [BrandNameResponse] })
  async brandNames(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await send(await this.catalogue.brandNames(), request, reply);
  }
}

/** Sends a cached response, gzipped if the client accepts it. */
async function send(response: CachedResponse, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const gzipped = acceptsEncoding(request.headers["accept-encoding"], "gzip") ? response.gzipped : undefined;
  if (gzipped !== undefined) reply.header("content-encoding", "gzip");
  await reply
    .headers(response.headers)
    .header("vary", "accept-encoding")
    .type("application/json; charset=utf-8")
    .send(gzipped ?? response.json);
}
