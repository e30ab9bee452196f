import { Module } from "@nestjs/common";
import type { DynamicModule } from "@nestjs/common";
import { Database } from "../database/database.js";
import { ProcessReports } from "./process-reports.js";
import { Counters } from "./counters.js";

/** Lets a process report on itself. */
@Module({})
export class ProcessReportsModule {
  static as(process: "api" | "orchestrator" | "jobs"): DynamicModule {
    return {
      module: ProcessReportsModule,
      providers: [
        {
          provide: ProcessReports,
          useFactory: (database: Database, counters: Counters) =>
            new ProcessReports(process, database, counters),
          inject: [Database, Counters],
        },
      ],
      exports: [ProcessReports],
    };
  }
}
