import { Module } from "@nestjs/common";
import { BookingsModule } from "../bookings/bookings.module.js";
import { EventFactsModule } from "../events/event-facts.module.js";
import { ListingsModule } from "../listings/listings.module.js";
import { CheckoutController } from "./checkout.controller.js";

/** Starts the payments of stalls and listings. */
@Module({ imports: [BookingsModule, EventFactsModule, ListingsModule], controllers: [CheckoutController] })
export class CheckoutModule {}
