import { Module } from "@nestjs/common";
import { AccountsModule } from "../accounts/accounts.module.js";
import { OrganiserModule } from "./organiser.module.js";
import { CouponsManagingModule } from "../coupons/coupons-managing.module.js";
import { BookingActionsController } from "./booking-actions.controller.js";
import { CouponActionsController } from "./coupon-actions.controller.js";
import { StallActionsController } from "./stall-actions.controller.js";

/** What an organiser does with stalls, bookings and coupons, over HTTP. */
@Module({
  imports: [AccountsModule, OrganiserModule, CouponsManagingModule],
  controllers: [StallActionsController, BookingActionsController, CouponActionsController],
})
export class ActionsModule {}
