import type { Config } from "../platform/config/config.js";
import type { Database } from "../platform/database/database.js";
import { AdministratorSessions } from "./administrator-sessions.service.js";
import { AdministratorsRepository } from "./administrators.repository.js";
import { AdministratorsService } from "./administrators.service.js";
import { AuditLog } from "./audit-log.service.js";
import { PasswordStrength } from "./password-strength.service.js";
import { Passwords } from "./passwords.service.js";
import { SecondFactorsRepository } from "./second-factors.repository.js";

/** The service for those who have a database and no application: the migration and the command line. */
export function administratorsOf(database: Database, config: Config): AdministratorsService {
  return new AdministratorsService(
    database,
    new AdministratorsRepository(database),
    new AdministratorSessions(database, config),
    new Passwords(),
    new PasswordStrength(config),
    new SecondFactorsRepository(),
    new AuditLog(database),
  );
}
