import { type DynamicModule, Inject, Injectable, Module, type OnApplicationShutdown } from "@nestjs/common";
import { DataSource } from "typeorm";
import { Config } from "./config/config.js";
import type { EntityClass } from "./database/columns.js";
import { Database } from "./database/database.js";
import { openDataSource } from "./database/preparation.js";
import { Counters } from "./metrics/counters.js";
import { Outbox } from "./outbox/outbox.js";
import { Secrets } from "./secrets/secrets.js";

/** Closes our connections when the process stops; a data source given from outside is its owner's to close. */
@Injectable()
class DataSourceCloser implements OnApplicationShutdown {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  async onApplicationShutdown(): Promise<void> {
    if (this.source.isInitialized) await this.source.destroy();
  }
}

/**
 * What every process stands on: settings, secrets, the database, the outbox and what is counted. Knows no feature.
 */
@Module({})
export class PlatformModule {
  /**
   * @param config the settings, read once at start
   * @param database the tables' entities, to open a data source with that is closed with the process; tests give an
   * open one
   */
  static with(config: Config, database: readonly EntityClass[] | DataSource): DynamicModule {
    return {
      module: PlatformModule,
      global: true,
      providers: [
        { provide: Config, useValue: config },
        database instanceof DataSource
          ? { provide: DataSource, useValue: database }
          : { provide: DataSource, useFactory: () => openDataSource(config, database) },
        { provide: Database, useFactory: (open: DataSource) => new Database(open), inject: [DataSource] },
        Outbox,
        { provide: Secrets, useValue: new Secrets(config) },
        Counters,
        ...(database instanceof DataSource ? [] : [DataSourceCloser]),
      ],
      exports: [Config, DataSource, Database, Outbox, Secrets, Counters],
    };
  }
}
