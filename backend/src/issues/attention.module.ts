import { Module } from "@nestjs/common";
import { AttentionService } from "./attention.service.js";

/** Matters that need a person. */
@Module({ providers: [AttentionService], exports: [AttentionService] })
export class AttentionModule {}
