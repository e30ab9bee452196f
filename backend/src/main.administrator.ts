import "reflect-metadata";
import { DataSource } from "typeorm";
import { CommandError, readPassword, runAdministratorCommand } from "./accounts/administrator-command.js";
import { administratorsOf } from "./accounts/administrators.service.js";
import { ENTITIES } from "./entities.js";
import { dataSourceOptions } from "./platform/database/data-source.js";
import { Database } from "./platform/database/database.js";
import { exitOncePrinted, startProcess } from "./platform/start-process.js";

/** `npm run administrator`: lists, adds and changes administrators. */
void startProcess(async (config) => {
  const source = await new DataSource(dataSourceOptions(config.databaseUrl, ENTITIES, 2)).initialize();
  let exitCode = 0;
  try {
    await runAdministratorCommand(process.argv.slice(2), administratorsOf(new Database(source), config), {
      print: (line) => console.log(line),
      readPassword: readPassword,
    });
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    console.error(error.message);
    exitCode = 1;
  } finally {
    await source.destroy();
  }
  return exitOncePrinted(exitCode);
});
