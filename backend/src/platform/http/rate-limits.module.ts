import { Module } from "@nestjs/common";
import { RateLimits } from "./rate-limits.js";

/** Limits on how often something can be done, shared by all api processes. */
@Module({ providers: [RateLimits], exports: [RateLimits] })
export class RateLimitsModule {}
