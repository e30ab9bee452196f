import { runSqlCommand, SqlCommandError } from "./ops/sql-command.js";
import { startProcess } from "./platform/start-process.js";

/** `npm run sql`: runs one query on the product's database, read-only. */
void startProcess(async ({ directDatabaseUrl }) => {
  let exitCode = 0;
  try {
    const printed = (await runSqlCommand(process.argv.slice(2), directDatabaseUrl)).join("\n");
    // An exit would cut off what a pipe has not taken yet: more than 64 KiB.
    await new Promise((resolve) => process.stdout.write(`${printed}\n`, resolve));
  } catch (error) {
    if (!(error instanceof SqlCommandError)) throw error;
    console.error(error.message);
    exitCode = 1;
  }
  process.exit(exitCode);
});
