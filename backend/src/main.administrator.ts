import "reflect-metadata";
import { DataSource } from "typeorm";
import { readPassword, runAdministratorCommand } from "./accounts/administrator-command.js";
import { administratorsOf } from "./accounts/administrators.service.js";
import { ENTITIES } from "./entities.js";
import { startCommand } from "./platform/commands/start-command.js";
import { dataSourceOptions } from "./platform/database/data-source.js";
import { Database } from "./platform/database/database.js";

/** `npm run administrator`: lists, adds and changes administrators. */
void startCommand(async (config) => {
  const source = await new DataSource(dataSourceOptions(config.databaseUrl, ENTITIES, 2)).initialize();
  try {
    await runAdministratorCommand(process.argv.slice(2), administratorsOf(new Database(source), config), {
      print: (line) => console.log(line),
      readPassword: readPassword,
    });
    return 0;
  } finally {
    await source.destroy();
  }
});
