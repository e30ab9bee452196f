import { runSqlCommand } from "./ops/sql-command.js";
import { startCommand } from "./platform/commands/start-command.js";

/** `npm run sql`: runs one query on the product's database, read-only. */
void startCommand(async ({ directDatabaseUrl }) => {
  for (const line of await runSqlCommand(process.argv.slice(2), directDatabaseUrl)) console.log(line);
  return 0;
});
