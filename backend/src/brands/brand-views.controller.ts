import { Body, Controller, Headers } from "@nestjs/common";
import { ApiTags } from "@nestjs/swagger";
import { BrandViewDto } from "@sakhi/domain/brands/brand-views.dto";
import { DoneResponse } from "../accounts/account.response.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { PostAction } from "../platform/http/post-action.js";
import { CurrentVisitor, type Visitor } from "../platform/http/visitor-cookie.js";
import { BrandViewsService } from "./brand-views.service.js";

/** Views of brands' pages. */
@ApiTags("catalogue")
@Controller("api/v1/brand-views")
export class BrandViewsController {
  constructor(private readonly brandViews: BrandViewsService) {}

  /** Counts that a person has opened a brand's page. Neither cookie nor address is stored. */
  @PostAction("", DoneResponse)
  @ApiErrors(["invalid_request"])
  countBrandView(
    @CurrentVisitor() { address }: Visitor,
    @Headers("user-agent") userAgent: string | undefined,
    @Body() page: BrandViewDto,
  ): DoneResponse {
    this.brandViews.count(page, { address, userAgent });
    return { message: "Thank you." };
  }
}
