import { Module } from "@nestjs/common";
import { OurNamesService } from "./our-names.service.js";

/** Keeps names of ours from being borrowed; apart from the catalogue, whose calls other processes do not serve. */
@Module({ providers: [OurNamesService], exports: [OurNamesService] })
export class OurNamesModule {}
