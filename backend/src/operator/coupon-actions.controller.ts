import { Body, Controller, Get, Param, Post, Put } from "@nestjs/common";
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { ChangeCouponDto, CreateCouponDto } from "@sakhi/domain/operator/coupon-actions.dto";
import { CurrentAdministrator, ForAdministrators, ForOperators } from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { CouponManagementService } from "../coupons/coupon-management.service.js";
import { ManagedCouponResponse } from "../coupons/coupon.response.js";
import { ApiErrors } from "../platform/http/api-errors.js";

/** Management of coupons, with their usage. */
@ApiTags("administration")
@Controller("api/v1/mela/admin/coupons")
export class CouponActionsController {
  constructor(private readonly couponManagement: CouponManagementService) {}

  /** All coupons, sorted by code. */
  @Get()
  @ForAdministrators()
  @ApiOkResponse({ type: [ManagedCouponResponse] })
  getCoupons(): Promise<ManagedCouponResponse[]> {
    return this.couponManagement.all();
  }

  /** Creates a coupon. */
  @Post()
  @ForOperators()
  @ApiCreatedResponse({ type: ManagedCouponResponse })
  @ApiErrors(["invalid_request", "event_required", "event_not_found", "coupon_exists"])
  createCoupon(
    @CurrentAdministrator() administrator: Administrator,
    @Body() dto: CreateCouponDto,
  ): Promise<ManagedCouponResponse> {
    return this.couponManagement.create(administrator, dto);
  }

  /** Changes a coupon; granted discounts stay. */
  @Put(":code")
  @ForOperators()
  @ApiOkResponse({ type: ManagedCouponResponse })
  @ApiErrors(["invalid_request", "event_not_found", "coupon_not_found", "facts_changed"])
  changeCoupon(
    @CurrentAdministrator() administrator: Administrator,
    @Param("code") code: string,
    @Body() dto: ChangeCouponDto,
  ): Promise<ManagedCouponResponse> {
    return this.couponManagement.change(administrator, code, dto);
  }
}
