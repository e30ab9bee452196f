import { Module } from "@nestjs/common";
import { IssuesService } from "./issues.service.js";

/** Issues that need a person. */
@Module({ providers: [IssuesService], exports: [IssuesService] })
export class IssuesModule {}
