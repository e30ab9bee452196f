import { Module } from "@nestjs/common";
import { VisitorsService } from "./visitors.service.js";

/** Anonymous visitors. */
@Module({ providers: [VisitorsService], exports: [VisitorsService] })
export class VisitorsModule {}
