import { Module } from "@nestjs/common";
import { AccountsModule } from "../accounts/accounts.module.js";
import { CouponManagementService } from "./coupon-management.service.js";
import { CouponsService } from "./coupons.service.js";

/** Coupons and the claims on them, for bookings, which know the visitor's own stall. */
@Module({ providers: [CouponsService], exports: [CouponsService] })
export class CouponsModule {}

/** Creating and changing coupons; for the administrator's area only. */
@Module({ imports: [AccountsModule], providers: [CouponManagementService], exports: [CouponManagementService] })
export class CouponManagementModule {}
