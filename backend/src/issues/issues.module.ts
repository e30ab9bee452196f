import { Module } from "@nestjs/common";
import { IssuesService } from "./issues.service.js";
import { ResolutionHandlersService } from "./resolution-handlers.service.js";

/** Issues that need a person. */
@Module({ providers: [IssuesService, ResolutionHandlersService], exports: [IssuesService, ResolutionHandlersService] })
export class IssuesModule {}
