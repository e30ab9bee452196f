import { Body, Controller, Param, ParseUUIDPipe, Put } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { CorrectProductDto } from "@sakhi/domain/brands/managed-brands.dto";
import { PlacePicturesDto } from "@sakhi/domain/brands/placed-pictures.dto";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { ReasonDto } from "@sakhi/domain/operator/reason.dto";
import { CurrentAdministrator, ForOperators } from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { Needs } from "../accounts/needs.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { PostAction } from "../platform/http/post-action.js";
import { BrandDecisionsService } from "./brand-decisions.service.js";
import { BrandPicturesService } from "./brand-pictures.service.js";
import { ProductChangedResponse } from "./curation.response.js";
import { ProductsService } from "./products.service.js";

/** Rejects ids that are no UUID with product_not_found. */
const PRODUCT_ID = new ParseUUIDPipe({ exceptionFactory: () => new DomainError("product_not_found") });

/** Products of brands, as operators keep them. Each change is one transaction with its audit entry. */
@ApiTags("administration")
@ForOperators()
@Controller("api/v1/mela/admin/products/:id")
export class ProductsManagementController {
  constructor(
    private readonly products: ProductsService,
    private readonly brandDecisions: BrandDecisionsService,
    private readonly brandPictures: BrandPicturesService,
  ) {}

  /** Corrects a product; live at once. */
  @Needs("brands.change")
  @Put()
  @ApiOkResponse({ type: ProductChangedResponse })
  @ApiErrors(["invalid_request", "product_not_found", "facts_changed"])
  correctProduct(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", PRODUCT_ID) id: string,
    @Body() dto: CorrectProductDto,
  ): Promise<ProductChangedResponse> {
    return this.products.correct(administrator, id, dto);
  }

  /** Chooses a product's pictures among its brand's, in order. */
  @Needs("brands.change")
  @PostAction("pictures", ProductChangedResponse)
  @ApiErrors(["invalid_request", "product_not_found", "picture_not_found"])
  placeProductPictures(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", PRODUCT_ID) id: string,
    @Body() dto: PlacePicturesDto,
  ): Promise<ProductChangedResponse> {
    return this.brandPictures.placeOfProduct(administrator, id, dto);
  }

  /** Takes a product off the site. Nothing is lost. */
  @Needs("brands.change")
  @PostAction("hide", ProductChangedResponse)
  @ApiErrors(["invalid_request", "product_not_found", "facts_changed"])
  hideProduct(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", PRODUCT_ID) id: string,
    @Body() { reason }: ReasonDto,
  ): Promise<ProductChangedResponse> {
    return this.brandDecisions.hideProduct(administrator, id, reason);
  }

  /** Shows a hidden product again, unless its brand is hidden too. */
  @Needs("brands.change")
  @PostAction("restore", ProductChangedResponse)
  @ApiErrors(["invalid_request", "product_not_found", "facts_changed"])
  restoreProduct(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", PRODUCT_ID) id: string,
    @Body() { reason }: ReasonDto,
  ): Promise<ProductChangedResponse> {
    return this.brandDecisions.restoreProduct(administrator, id, reason);
  }
}
