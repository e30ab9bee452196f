import { Module } from "@nestjs/common";
import { RateLimitsModule } from "../platform/http/rate-limits.module.js";
import { AccessRefusals } from "./access-refusals.repository.js";
import { AccessStory } from "./access-story.service.js";
import { AccountsController } from "./accounts.controller.js";
import { AdministratorGuard, OperatorGuard } from "./administrator.guard.js";
import { AdministratorSessions } from "./administrator-sessions.service.js";
import { AdministratorsRepository } from "./administrators.repository.js";
import { AdministratorsService } from "./administrators.service.js";
import { AuditLog } from "./audit-log.service.js";
import { Credentials } from "./credentials.service.js";
import { LoginFailures } from "./login-failures.repository.js";
import { LoginService } from "./login.service.js";
import { Passwords } from "./passwords.service.js";

/** Administrators: who they are, their sessions, what they did. Whoever guards a route imports it. */
@Module({
  imports: [RateLimitsModule],
  controllers: [AccountsController],
  providers: [
    AccessRefusals,
    AccessStory,
    AdministratorGuard,
    AdministratorSessions,
    AdministratorsRepository,
    AdministratorsService,
    AuditLog,
    Credentials,
    LoginFailures,
    LoginService,
    OperatorGuard,
    Passwords,
  ],
  exports: [AdministratorGuard, AdministratorSessions, AdministratorsService, AuditLog, OperatorGuard],
})
export class AccountsModule {}
