import { Module } from "@nestjs/common";
import { AccountsModule } from "../accounts/accounts.module.js";
import { EventFactsModule } from "../events/event-facts.module.js";
import { CouponManagementService } from "./coupon-management.service.js";
import { CouponsService } from "./coupons.service.js";

/** Coupons and their claims, for bookings. */
@Module({ providers: [CouponsService], exports: [CouponsService] })
export class CouponsModule {}

/** Management of coupons, for the dashboard. */
@Module({
  imports: [AccountsModule, EventFactsModule],
  providers: [CouponManagementService],
  exports: [CouponManagementService],
})
export class CouponManagementModule {}
