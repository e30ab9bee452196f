import "reflect-metadata";
import { addFirstAdministrator, firstAdministratorLines, keepFirstPassword } from "./accounts/administrator-command.js";
import { administratorsOf } from "./accounts/administrators.service.js";
import { startProcess } from "./platform/start-process.js";
import { openOwnersDatabase, prepareDatabase } from "./prepare-database.js";

/** Given where what is printed reaches a person and no log: then a first password may be generated and shown. */
const TO_A_PERSON = "--output-reaches-a-person";
/** Begins the path of the file that a generated first password is written to where it may not be shown. */
const TO_A_FILE = "--first-password-file=";

/** Brings the schema up to date and seeds what a new database needs; run before the other processes. */
void startProcess(async (config) => {
  let exitCode = 0;
  const source = await openOwnersDatabase(config);
  try {
    const database = await prepareDatabase(source, config, (line) => console.log(line));
    const shown = process.argv.includes(TO_A_PERSON);
    const file = process.argv.find((word) => word.startsWith(TO_A_FILE))?.slice(TO_A_FILE.length);
    const mayMakeUp = (shown || file !== undefined) && !config.production;
    const administrators = administratorsOf(database, config);
    const first = await addFirstAdministrator(administrators, config.admin, mayMakeUp);
    const lines = shown || file === undefined ? firstAdministratorLines(first) : await keepFirstPassword(first, file);
    for (const line of lines) console.log(line);
    if (first.outcome === "weak") exitCode = 1;
  } finally {
    await source.destroy();
  }
  process.exit(exitCode);
});
