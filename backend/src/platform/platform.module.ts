import { type DynamicModule, Inject, Injectable, Module, type OnApplicationShutdown } from "@nestjs/common";
import { DataSource } from "typeorm";
import { Config } from "./config/config.js";
import type { EntityClass } from "./database/columns.js";
import { Database } from "./database/database.js";
import { openDataSource } from "./database/preparation.js";
import { Counters } from "./metrics/counters.js";
import { Outbox } from "./outbox/outbox.js";
import { Secrets } from "./secrets/secrets.js";

/** Closes the data source at shutdown. Not used for a data source passed in, which its owner closes. */
@Injectable()
class DataSourceCloser implements OnApplicationShutdown {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  async onApplicationShutdown(): Promise<void> {
    if (this.source.isInitialized) await this.source.destroy();
  }
}

/**
 * Shared by all processes: settings, secrets, database, outbox and counters. Knows no feature.
 */
@Module({})
export class PlatformModule {
  /**
   * @param config read once at startup
   * @param database the entities of a data source that the module opens and closes, or (in tests) an open data source
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
