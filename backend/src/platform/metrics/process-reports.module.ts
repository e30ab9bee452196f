import { Module } from "@nestjs/common";
import type { DynamicModule } from "@nestjs/common";
import { Database } from "../database/database.js";
import { ProcessReports } from "./process-reports.js";
import { Tallies } from "./tallies.js";

/** Lets a process report on itself. */
@Module({})
export class ProcessReportsModule {
  static as(process: "api" | "orchestrator" | "jobs"): DynamicModule {
    return {
      module: ProcessReportsModule,
      providers: [
        {
          provide: ProcessReports,
          useFactory: (database: Database, tallies: Tallies) =>
            new ProcessReports(process, database, tallies),
          inject: [Database, Tallies],
        },
      ],
      exports: [ProcessReports],
    };
  }
}
