import { Body, Controller, Get, Param, ParseUUIDPipe, Post, Put, Query, Res } from "@nestjs/common";
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from "@nestjs/swagger";
import {
  AddProductDto,
  BrandsQueryDto,
  CorrectBrandDto,
  MergeBrandDto,
  OrderProductsDto,
  VerifyBrandDto,
} from "@sakhi/domain/brands/managed-brands.dto";
import { PlacePicturesDto } from "@sakhi/domain/brands/placed-pictures.dto";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { ReasonDto } from "@sakhi/domain/operator/reason.dto";
import type { FastifyReply } from "fastify";
import { CurrentAdministrator, ForAdministrators, ForOperators } from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { AuditLogService } from "../accounts/audit-log.service.js";
import { Needs } from "../accounts/needs.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { IdParam } from "../platform/http/id-param.pipe.js";
import { sendPage, TOTAL_COUNT } from "../platform/http/list-response.js";
import { PostAction } from "../platform/http/post-action.js";
import { BrandCorrectionsService } from "./brand-corrections.service.js";
import { BrandDecisionsService } from "./brand-decisions.service.js";
import { BrandMergesService } from "./brand-merges.service.js";
import { BrandPicturesService } from "./brand-pictures.service.js";
import {
  BrandChangedResponse,
  BrandErrorResponse,
  BrandRowResponse,
  ManagedBrandResponse,
  ProductChangedResponse,
  UploadTicketResponse,
} from "./curation.response.js";
import { ManagedBrandsService } from "./managed-brands.service.js";
import { ProductsService } from "./products.service.js";

/** Rejects ids that are no UUID with brand_not_found. */
const BRAND_ID = new ParseUUIDPipe({ exceptionFactory: () => new DomainError("brand_not_found") });

/** The brands of the catalogue, as operators keep them. Each change is one transaction with its audit entry. */
@ApiTags("administration")
@ForAdministrators()
@Controller("api/v1/mela/admin/brands")
export class BrandsManagementController {
  constructor(
    private readonly auditLog: AuditLogService,
    private readonly managedBrands: ManagedBrandsService,
    private readonly brandCorrections: BrandCorrectionsService,
    private readonly brandDecisions: BrandDecisionsService,
    private readonly brandMerges: BrandMergesService,
    private readonly brandPictures: BrandPicturesService,
    private readonly products: ProductsService,
  ) {}

  /** Lists brands by name, also those that are not on the site. */
  @Needs("brands.read")
  @Get()
  @ApiOkResponse({ type: [BrandRowResponse], headers: TOTAL_COUNT })
  @ApiErrors(["invalid_request"])
  async listBrands(
    @Query() query: BrandsQueryDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BrandRowResponse[]> {
    return sendPage(reply, await this.managedBrands.list(query));
  }

  /** Returns a brand with its products, pictures, applications and what was done to it. The read is audited. */
  @Needs("brands.read")
  @Get(":id")
  @ApiOkResponse({ type: ManagedBrandResponse })
  @ApiErrors(["brand_not_found"])
  async getBrand(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", BRAND_ID) id: string,
  ): Promise<ManagedBrandResponse> {
    const brand = await this.managedBrands.one(id);
    await this.auditLog.viewed(administrator, "brand_viewed", "brand", id);
    return brand;
  }

  /** Corrects what a brand's page says; live at once. A former name's address leads to the page. */
  @Needs("brands.change")
  @Put(":id")
  @ForOperators()
  @ApiOkResponse({ type: BrandChangedResponse })
  @ApiErrors(
    [
      "invalid_request",
      "brand_not_found",
      "nothing_to_correct",
      "facts_changed",
      "brand_name_taken",
      "brand_looks_alike",
    ],
    BrandErrorResponse,
  )
  correctBrand(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", BRAND_ID) id: string,
    @Body() dto: CorrectBrandDto,
  ): Promise<BrandChangedResponse> {
    return this.brandCorrections.correct(administrator, id, dto);
  }

  /** Takes a brand and all its products off the site. Nothing is lost. */
  @Needs("brands.change")
  @PostAction(":id/hide", BrandChangedResponse)
  @ForOperators()
  @ApiErrors(["invalid_request", "brand_not_found", "facts_changed"])
  hideBrand(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", BRAND_ID) id: string,
    @Body() { reason }: ReasonDto,
  ): Promise<BrandChangedResponse> {
    return this.brandDecisions.hideBrand(administrator, id, reason);
  }

  /** Shows a hidden brand again. */
  @Needs("brands.change")
  @PostAction(":id/restore", BrandChangedResponse)
  @ForOperators()
  @ApiErrors(["invalid_request", "brand_not_found", "facts_changed"])
  restoreBrand(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", BRAND_ID) id: string,
    @Body() { reason }: ReasonDto,
  ): Promise<BrandChangedResponse> {
    return this.brandDecisions.restoreBrand(administrator, id, reason);
  }

  /** Gives the badge "Verified", for a document that the operator has seen. */
  @Needs("brands.change")
  @PostAction(":id/verify", BrandChangedResponse)
  @ForOperators()
  @ApiErrors(["invalid_request", "brand_not_found", "facts_changed"])
  verifyBrand(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", BRAND_ID) id: string,
    @Body() dto: VerifyBrandDto,
  ): Promise<BrandChangedResponse> {
    return this.brandDecisions.verify(administrator, id, dto);
  }

  /** Takes the badge "Verified" back. */
  @Needs("brands.change")
  @PostAction(":id/unverify", BrandChangedResponse)
  @ForOperators()
  @ApiErrors(["invalid_request", "brand_not_found", "facts_changed"])
  unverifyBrand(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", BRAND_ID) id: string,
    @Body() { reason }: ReasonDto,
  ): Promise<BrandChangedResponse> {
    return this.brandDecisions.unverify(administrator, id, reason);
  }

  /** Merges this brand into another one: it ends, and its address leads to the other's page. */
  @Needs("brands.change")
  @PostAction(":id/merge", BrandChangedResponse)
  @ForOperators()
  @ApiErrors(["invalid_request", "brand_not_found", "brands_differ", "products_full"])
  mergeBrand(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", BRAND_ID) id: string,
    @Body() dto: MergeBrandDto,
  ): Promise<BrandChangedResponse> {
    return this.brandMerges.merge(administrator, id, dto);
  }

  /** Adds a product to a brand; live at once if the brand is. */
  @Needs("brands.change")
  @Post(":id/products")
  @ForOperators()
  @ApiCreatedResponse({ type: ProductChangedResponse })
  @ApiErrors(["invalid_request", "brand_not_found", "products_full"])
  addProduct(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", BRAND_ID) id: string,
    @Body() dto: AddProductDto,
  ): Promise<ProductChangedResponse> {
    return this.products.add(administrator, id, dto);
  }

  /** Puts the products of a brand in order. */
  @Needs("brands.change")
  @PostAction(":id/product-order", BrandChangedResponse)
  @ForOperators()
  @ApiErrors(["invalid_request", "brand_not_found", "facts_changed"])
  orderProducts(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", BRAND_ID) id: string,
    @Body() dto: OrderProductsDto,
  ): Promise<BrandChangedResponse> {
    return this.products.order(administrator, id, dto);
  }

  /** Issues a ticket to upload pictures of a brand. */
  @Needs("brands.change")
  @PostAction(":id/upload-ticket", UploadTicketResponse)
  @ForOperators()
  @ApiErrors(["brand_not_found"])
  issueBrandTicket(@Param("id", BRAND_ID) id: string): Promise<UploadTicketResponse> {
    return this.brandPictures.ticket(id);
  }

  /** Chooses a brand's logo among its pictures, or removes it. */
  @Needs("brands.change")
  @PostAction(":id/logo", BrandChangedResponse)
  @ForOperators()
  @ApiErrors(["invalid_request", "brand_not_found", "picture_not_found"])
  placeLogo(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", BRAND_ID) id: string,
    @Body() dto: PlacePicturesDto,
  ): Promise<BrandChangedResponse> {
    return this.brandPictures.placeOfBrand(administrator, id, "logo", dto);
  }

  /** Chooses a brand's cover among its pictures, or removes it. */
  @Needs("brands.change")
  @PostAction(":id/cover", BrandChangedResponse)
  @ForOperators()
  @ApiErrors(["invalid_request", "brand_not_found", "picture_not_found"])
  placeCover(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", BRAND_ID) id: string,
    @Body() dto: PlacePicturesDto,
  ): Promise<BrandChangedResponse> {
    return this.brandPictures.placeOfBrand(administrator, id, "cover", dto);
  }

  /** Deletes a picture of a brand, from every place that it has. */
  @Needs("brands.change")
  @PostAction(":id/pictures/:pictureId/remove", BrandChangedResponse)
  @ForOperators()
  @ApiErrors(["invalid_request", "brand_not_found", "picture_not_found"])
  removeBrandPicture(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", BRAND_ID) id: string,
    @Param("pictureId", IdParam) pictureId: string,
    @Body() { reason }: ReasonDto,
  ): Promise<BrandChangedResponse> {
    return this.brandPictures.remove(administrator, id, pictureId, reason);
  }
}
