import { Module } from "@nestjs/common";
import { CouponsRepository } from "./coupons.repository.js";
import { CouponsService } from "./coupons.service.js";

/** Coupons and the claims on them. Asked for by bookings, who know the visitor's own stall. */
@Module({ providers: [CouponsRepository, CouponsService], exports: [CouponsService] })
export class CouponsModule {}
