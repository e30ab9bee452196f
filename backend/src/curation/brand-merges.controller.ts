import { Controller, Get, Param, ParseUUIDPipe } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { ForAdministrators } from "../accounts/administrator.guard.js";
import { Needs } from "../accounts/needs.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { BrandMergesService } from "./brand-merges.service.js";
import { MergePreviewResponse } from "./curation.response.js";

/** Rejects ids that are no UUID with brand_not_found. */
const BRAND_ID = new ParseUUIDPipe({ exceptionFactory: () => new DomainError("brand_not_found") });

/** Looks ahead at a merge of two brands. */
@ApiTags("administration")
@ForAdministrators()
@Controller("api/v1/mela/admin/brand-merges")
export class BrandMergesController {
  constructor(private readonly brandMerges: BrandMergesService) {}

  /** What a merge of one brand into another one would move, take over and drop. */
  @Needs("brands.read")
  @Get(":id/:intoId")
  @ApiOkResponse({ type: MergePreviewResponse })
  @ApiErrors(["invalid_request", "brand_not_found", "brands_differ", "products_full"])
  previewMerge(
    @Param("id", BRAND_ID) id: string,
    @Param("intoId", BRAND_ID) intoId: string,
  ): Promise<MergePreviewResponse> {
    return this.brandMerges.preview(id, intoId);
  }
}
