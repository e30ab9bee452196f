import { Module } from "@nestjs/common";
import { DiscoveryModule } from "@nestjs/core";
import { RateLimitsModule } from "../platform/http/rate-limits.js";
import { AccessTokensController } from "./access-tokens.controller.js";
import { AccessTokensService } from "./access-tokens.service.js";
import { AccountsController } from "./accounts.controller.js";
import { AdministratorInvitationsService } from "./administrator-invitations.service.js";
import { AdministratorSessionsService } from "./administrator-sessions.service.js";
import { AdministratorGuard, OwnAccountGuard } from "./administrator.guard.js";
import { AdministratorsController } from "./administrators.controller.js";
import { AdministratorsService } from "./administrators.service.js";
import { AuditLogService } from "./audit-log.service.js";
import { CallEventsService } from "./call-events.service.js";
import { CredentialsService } from "./credentials.service.js";
import { DeclaredNeeds } from "./declared-needs.js";
import { ExportsService } from "./exports.service.js";
import { OperatorTransactionService } from "./operator-transaction.service.js";
import { OwnAccountController } from "./own-account.controller.js";
import { OwnAccountService } from "./own-account.service.js";
import { PasswordsService } from "./passwords.service.js";
import { SecondFactorsService } from "./second-factors.service.js";

/** Administrators: accounts, sessions, guards and the audit log. Import it in every module that guards a route. */
@Module({
  imports: [DiscoveryModule, RateLimitsModule],
  controllers: [AccountsController, OwnAccountController, AccessTokensController, AdministratorsController],
  providers: [
    AccessTokensService,
    AdministratorGuard,
    AdministratorInvitationsService,
    AdministratorSessionsService,
    AdministratorsService,
    AuditLogService,
    CallEventsService,
    CredentialsService,
    DeclaredNeeds,
    ExportsService,
    OperatorTransactionService,
    OwnAccountService,
    OwnAccountGuard,
    PasswordsService,
    SecondFactorsService,
  ],
  exports: [
    AccessTokensService,
    AdministratorGuard,
    AdministratorInvitationsService,
    AdministratorSessionsService,
    AdministratorsService,
    AuditLogService,
    CallEventsService,
    ExportsService,
    OperatorTransactionService,
    OwnAccountGuard,
  ],
})
export class AccountsModule {}
