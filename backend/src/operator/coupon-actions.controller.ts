import { Body, Controller, Get, Param, Post, Put } from "@nestjs/common";
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { isHers } from "@sakhi/domain/access/rights";
import { ChangeCouponDto, CreateCouponDto } from "@sakhi/domain/operator/coupon-actions.dto";
import { CurrentAdministrator, ForAdministrators, ForOperators } from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { Needs } from "../accounts/needs.js";
import { CouponManagementService } from "../coupons/coupon-management.service.js";
import { ManagedCouponResponse } from "../coupons/coupon.response.js";
import { ApiErrors } from "../platform/http/api-errors.js";

/** Management of coupons, with their usage. */
@ApiTags("administration")
@Controller("api/v1/mela/admin/coupons")
export class CouponActionsController {
  constructor(private readonly couponManagement: CouponManagementService) {}

  /** The coupons of the caller's events, and those of all events, sorted by code. */
  @Needs("money.read", "lists")
  @Get()
  @ForAdministrators()
  @ApiOkResponse({ type: [ManagedCouponResponse] })
  async getCoupons(@CurrentAdministrator() administrator: Administrator): Promise<ManagedCouponResponse[]> {
    const all = await this.couponManagement.all();
    // Those of all events work at hers, too; she cannot change them.
    return all.filter(({ event }) => event === undefined || isHers(administrator, event));
  }

  /** Creates a coupon. */
  @Needs("money.change", { body: "event" })
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
  @Needs("money.change", { coupon: "code" }, { body: "event" })
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
