import { Module } from "@nestjs/common";
import { AccountsModule } from "../accounts/accounts.module.js";
import { CouponsManagingRepository } from "./coupons-managing.repository.js";
import { CouponsManaging } from "./coupons-managing.service.js";

/** Making and changing coupons; for the administrator's area only. */
@Module({
  imports: [AccountsModule],
  providers: [CouponsManaging, CouponsManagingRepository],
  exports: [CouponsManaging],
})
export class CouponsManagingModule {}
