import { Module } from "@nestjs/common";
import { BookingsModule } from "../bookings/bookings.module.js";
import { ListingsModule } from "../listings/listings.module.js";
import { CheckoutController } from "./checkout.controller.js";

/** Starts the payments of stalls and listings. */
@Module({ imports: [BookingsModule, ListingsModule], controllers: [CheckoutController] })
export class CheckoutModule {}
