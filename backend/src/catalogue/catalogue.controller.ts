import { Controller, Get, Header, Query, Res } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { CategoriesQueryDto, LiveListingsQueryDto } from "@sakhi/domain/catalogue/listings-query.dto";
import type { FastifyReply } from "fastify";
import { BrandNameResponse, CategoryCountResponse, HighlightsResponse } from "./catalogue.response.js";
import { CatalogueService } from "./catalogue.service.js";
import type { JsonAnswer } from "./catalogue.service.js";
import { ListingResponse } from "./listing.response.js";

/** The public catalogue, for everybody. */
@ApiTags("catalogue")
@Controller()
export class CatalogueController {
  constructor(private readonly catalogue: CatalogueService) {}

  /**
   * Live listings, brand by brand. Filters work alone and together; an unknown category, brand or event has no
   * listings. At most 500 at once: while more follow, X-Next-Cursor says where.
   */
  @Get("api/v1/listings/live")
  @Header("Cache-Control", "no-cache")
  @ApiOkResponse({
    type: [ListingResponse],
    headers: {
      "X-Total-Count": {
        description: "How many listings the filters match in all",
        schema: { type: "integer" },
      },
      "X-Next-Cursor": {
        description: "Given while more listings follow: send it as `cursor` with the same filters",
        schema: { type: "string" },
      },
    },
  })
  async liveListings(
    @Query() query: LiveListingsQueryDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return sent(await this.catalogue.liveListings(query), reply);
  }

  /** Categories with at least one live listing, with their counts, in the order of the filters. */
  @Get("api/v1/listings/categories")
  @Header("Cache-Control", "no-cache")
  @ApiOkResponse({ type: [CategoryCountResponse] })
  async listingCategories(
    @Query() { module }: CategoriesQueryDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return sent(await this.catalogue.categories(module), reply);
  }

  /** What the home page shows of the catalogue. */
  @Get("api/v1/listings/highlights")
  @Header("Cache-Control", "no-cache")
  @ApiOkResponse({ type: HighlightsResponse })
  async highlights(@Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    return sent(await this.catalogue.highlights(), reply);
  }

  /** Brands with at least one live listing, by name, at most 2,000; the search finds the others. */
  @Get("api/public/brand-names")
  @Header("Cache-Control", "no-cache")
  @ApiOkResponse({ type: [BrandNameResponse] })
  async brandNames(@Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    return sent(await this.catalogue.brandNames(), reply);
  }
}

/** A text that is JSON already: it is sent as it is. */
function sent({ json, headers }: JsonAnswer, reply: FastifyReply): string {
  void reply.headers(headers).type("application/json; charset=utf-8");
  return json;
}
