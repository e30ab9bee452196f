import { runSqlCommand, SqlCommandError } from "./ops/sql-command.js";
import { exitOncePrinted, startProcess } from "./platform/start-process.js";

/** `npm run sql`: runs one query on the product's database, read-only. */
void startProcess(async ({ directDatabaseUrl }) => {
  let exitCode = 0;
  try {
    for (const line of await runSqlCommand(process.argv.slice(2), directDatabaseUrl)) console.log(line);
  } catch (error) {
    if (!(error instanceof SqlCommandError)) throw error;
    console.error(error.message);
    exitCode = 1;
  }
  return exitOncePrinted(exitCode);
});
