import { Module } from "@nestjs/common";
import { WaitingPlacesService } from "./waiting-places.service.js";

/** Places on the waiting list, for reserving what they were offered. */
@Module({ providers: [WaitingPlacesService], exports: [WaitingPlacesService] })
export class WaitingPlacesModule {}
