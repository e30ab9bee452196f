import "reflect-metadata";
import { DataSource } from "typeorm";
import { AuditLogService } from "./accounts/audit-log.service.js";
import { ENTITIES } from "./entities.js";
import { PicturesService } from "./pictures/pictures.service.js";
import { startCommand } from "./platform/commands/start-command.js";
import { dataSourceOptions } from "./platform/database/data-source.js";
import { Database } from "./platform/database/database.js";
import { Outbox } from "./platform/outbox/outbox.js";
import { Secrets } from "./platform/secrets/secrets.js";
import { runPersonCommand } from "./privacy/person-command.js";
import { PersonService } from "./privacy/person.service.js";
import { PersonalData } from "./privacy/personal-data.js";

/** `npm run person`: exports, corrects or erases a person's data. */
void startCommand(async (config) => {
  const source = await new DataSource(dataSourceOptions(config.databaseUrl, ENTITIES, 2)).initialize();
  const database = new Database(source);
  const secrets = new Secrets(config);
  const persons = new PersonService(
    database,
    new PersonalData(new PicturesService(database, new Outbox(), secrets)),
    new AuditLogService(database),
    secrets,
  );
  try {
    await runPersonCommand(process.argv.slice(2), persons, (line) => console.log(line));
    return 0;
  } finally {
    await source.destroy();
  }
});
