import { Body, Controller, Get, Param, ParseEnumPipe, Put, Query } from "@nestjs/common";
import { ApiOkResponse, ApiParam, ApiTags } from "@nestjs/swagger";
import { HIGHLIGHT_KINDS, type HighlightKind } from "@sakhi/domain/brands/curation.rules";
import { ChoosableQueryDto, ChooseHighlightsDto } from "@sakhi/domain/brands/managed-brands.dto";
import { CurrentAdministrator, ForAdministrators, ForOperators } from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { Needs } from "../accounts/needs.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { HttpError } from "../platform/http/error-response.js";
import { ChoosableResponse, HighlightListResponse } from "./curation.response.js";
import { HomePageService } from "./home-page.service.js";

const KIND = new ParseEnumPipe(Object.fromEntries(HIGHLIGHT_KINDS.map((kind) => [kind, kind])), {
  exceptionFactory: () => new HttpError("not_found"),
});
const KIND_PARAM = { name: "kind", enum: HIGHLIGHT_KINDS, enumName: "HighlightKind" };

/** What the home page shows of the catalogue. */
@ApiTags("administration")
@ForAdministrators()
@Controller("api/v1/mela/admin/home-page")
export class HomePageController {
  constructor(private readonly homePage: HomePageService) {}

  /** The lists of the home page, with choices that are not on the site now. */
  @Needs("catalogue.read")
  @Get()
  @ApiOkResponse({ type: [HighlightListResponse] })
  getHomePage(): Promise<HighlightListResponse[]> {
    return this.homePage.all();
  }

  /** At most 20 products or brands on the site, to choose from. */
  @Needs("catalogue.read")
  @Get(":kind/choices")
  @ApiParam(KIND_PARAM)
  @ApiOkResponse({ type: [ChoosableResponse] })
  @ApiErrors(["invalid_request", "not_found"])
  findChoices(
    @Param("kind", KIND) kind: HighlightKind,
    @Query() { q }: ChoosableQueryDto,
  ): Promise<ChoosableResponse[]> {
    return this.homePage.offered(kind, q);
  }

  /** Replaces a list of the home page; live at once. */
  @Needs("catalogue.change")
  @Put(":kind")
  @ForOperators()
  @ApiParam(KIND_PARAM)
  @ApiOkResponse({ type: HighlightListResponse })
  @ApiErrors(["invalid_request", "not_found", "facts_changed"])
  chooseHighlights(
    @CurrentAdministrator() administrator: Administrator,
    @Param("kind", KIND) kind: HighlightKind,
    @Body() dto: ChooseHighlightsDto,
  ): Promise<HighlightListResponse> {
    return this.homePage.choose(administrator, kind, dto);
  }
}
