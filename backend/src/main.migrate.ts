import "reflect-metadata";
import {
  addFirstAdministrator,
  firstAdministratorLines,
  writeFirstPassword,
} from "./accounts/administrator-command.js";
import { administratorsOf } from "./accounts/administrators.service.js";
import { assertRestored } from "./backup/unfinished-restore.js";
import { startCommand } from "./platform/commands/start-command.js";
import { openMigrationDatabase, prepareDatabase } from "./prepare-database.js";

/** Set if a person reads the output and no log records it: allows generating and printing a first password. */
const OUTPUT_IS_PRIVATE = "--output-reaches-a-person";
/** Path of a file for a generated first password that must not be printed. */
const PASSWORD_FILE = "--first-password-file=";

/** Migrates and seeds the database; run before the other processes. */
void startCommand(async (config) => {
  let exitCode = 0;
  for (const believed of config.believed) console.log(`believed: ${believed}`);
  const source = await openMigrationDatabase(config);
  try {
    await assertRestored((sql) => source.query(sql));
    const database = await prepareDatabase(source, config, (line) => console.log(line));
    const shown = process.argv.includes(OUTPUT_IS_PRIVATE);
    const file = process.argv.find((arg) => arg.startsWith(PASSWORD_FILE))?.slice(PASSWORD_FILE.length);
    const mayGenerate = (shown || file !== undefined) && !config.production;
    const administrators = administratorsOf(database, config);
    const first = await addFirstAdministrator(administrators, config.admin, mayGenerate);
    const lines = shown || file === undefined ? firstAdministratorLines(first) : await writeFirstPassword(first, file);
    for (const line of lines) console.log(line);
    if (first.outcome === "weak") exitCode = 1;
  } finally {
    await source.destroy();
  }
  return exitCode;
});
