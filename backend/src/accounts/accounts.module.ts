import { Module } from "@nestjs/common";
import { RateLimitsModule } from "../platform/http/rate-limits.js";
import { AccountsController } from "./accounts.controller.js";
import { AdministratorGuard, OperatorGuard, OwnAccountGuard } from "./administrator.guard.js";
import { AdministratorSessions } from "./administrator-sessions.service.js";
import { AdministratorsController } from "./administrators.controller.js";
import { AdministratorsService } from "./administrators.service.js";
import { AuditLog } from "./audit-log.service.js";
import { Credentials } from "./credentials.service.js";
import { OwnAccountController } from "./own-account.controller.js";
import { OwnAccount } from "./own-account.service.js";
import { Passwords } from "./passwords.service.js";
import { SecondFactors } from "./second-factors.service.js";

/** Administrators: accounts, sessions, guards and the audit log. Import it in every module that guards a route. */
@Module({
  imports: [RateLimitsModule],
  controllers: [AccountsController, OwnAccountController, AdministratorsController],
  providers: [
    AdministratorGuard,
    AdministratorSessions,
    AdministratorsService,
    AuditLog,
    Credentials,
    OperatorGuard,
    OwnAccount,
    OwnAccountGuard,
    Passwords,
    SecondFactors,
  ],
  exports: [AdministratorGuard, AdministratorSessions, AdministratorsService, AuditLog, OperatorGuard, OwnAccountGuard],
})
export class AccountsModule {}
