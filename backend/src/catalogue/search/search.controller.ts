import { Controller, Get, Query } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { SearchQueryDto } from "@sakhi/domain/search/search-query.dto";
import { SearchResponse } from "./search.response.js";
import { SearchService } from "./search.service.js";

/** The header's search, for everybody. */
@ApiTags("catalogue")
@Controller("api/v1/search")
export class SearchController {
  constructor(private readonly service: SearchService) {}

  /** Brands, products, services, categories, NGOs and events that have the query in their texts. */
  @Get()
  @ApiOkResponse({ type: SearchResponse })
  search(@Query() { q }: SearchQueryDto): Promise<SearchResponse> {
    return this.service.search(q);
  }
}
