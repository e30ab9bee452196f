import { Controller, Get, Query } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { SearchQueryDto } from "@sakhi/domain/search/search-query.dto";
import { SearchResponse } from "./search.response.js";
import { SearchService } from "./search.service.js";

/** The public search in the header. */
@ApiTags("catalogue")
@Controller("api/v1/search")
export class SearchController {
  constructor(private readonly service: SearchService) {}

  /** Finds brands, products, services, categories, NGOs and events that contain the query. */
  @Get()
  @ApiOkResponse({ type: SearchResponse })
  search(@Query() { q }: SearchQueryDto): Promise<SearchResponse> {
    return this.service.search(q);
  }
}
