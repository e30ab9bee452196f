import { Module } from "@nestjs/common";
import { ListingOffers } from "./listing-offers.service.js";
import { BookingEvents } from "./history/booking-events.service.js";

/** The free listings of paid stalls; apart from BookingsModule, so that bookings and listings may need each other. */
@Module({ providers: [BookingEvents, ListingOffers], exports: [ListingOffers] })
export class ListingOffersModule {}
