import "reflect-metadata";
import { resolve } from "node:path";
import { backupStoreOf } from "./backup/backups.js";
import { connect } from "./backup/database-copy.js";
import { domainOf, requiresTls } from "./mail/mail.sender.js";
import { SmtpCheckService } from "./mail/smtp-check.service.js";
import { CashfreeProvider } from "./payments/provider/cashfree.provider.js";
import { pictureStoreOf } from "./pictures/pictures.module.js";
import { startCommand } from "./platform/commands/start-command.js";
import type { Config } from "./platform/config/config.js";
import { MIGRATIONS } from "./platform/database/data-source.js";
import { Counters } from "./platform/metrics/counters.js";
import { certificateEnd } from "./platform/outside/certificate.js";
import { VERSION } from "./platform/version.js";
import { databaseChecks } from "./preflight/database.checks.js";
import { machineChecks } from "./preflight/machine.checks.js";
import { outsideChecks } from "./preflight/outside.checks.js";
import { readPreflightCommand, systemDns } from "./preflight/preflight-command.js";
import { type Check, exitCodeOf, resultLines, runChecks } from "./preflight/preflight.js";
import { redisAnswers, temporalAnswers } from "./preflight/server-answers.js";
import { decoderIsolation } from "./uploads/decoder-isolation.js";

/** Only whether the bucket answers is asked. */
const NO_INSTALLATION = (): Promise<string> => Promise.resolve("preflight");

function checksOf(config: Config, dkimSelector: string | undefined): readonly Check[] {
  const { pictures, backups, recordFolder, redisUrl } = config;
  const { databaseUrl, directDatabaseUrl, migrationDatabaseUrl: ownersUrl } = config;
  const folders = [
    ...(recordFolder === undefined ? [] : [{ setting: "RECORD_DIR", path: recordFolder }]),
    ...(pictures.s3 === undefined ? [{ setting: "PICTURES_DIR", path: resolve(pictures.folder) }] : []),
    ...(backups.s3 === undefined ? [{ setting: "BACKUP_DIR", path: resolve(backups.folder) }] : []),
  ];
  const buckets = [
    ...(pictures.s3 === undefined
      ? []
      : [{ setting: "PICTURES_BUCKET_URL", list: () => pictureStoreOf(config, NO_INSTALLATION).list() }]),
    ...(backups.s3 === undefined ? [] : [{ setting: "BACKUP_BUCKET_URL", list: () => backupStoreOf(config).list() }]),
  ];
  return [
    ...databaseChecks({
      production: config.production,
      connect: () => connect(databaseUrl),
      connectDirect: directDatabaseUrl === databaseUrl ? undefined : () => connect(directDatabaseUrl),
      connectAsOwner: ownersUrl === undefined ? undefined : () => connect(ownersUrl),
      migrations: MIGRATIONS.map((Migration) => new Migration().name),
    }),
    ...machineChecks({
      production: config.production,
      backupsElsewhere: backups.s3 !== undefined,
      folders,
      buckets,
      believed: config.believed,
      passed: config.passed,
      redis: redisUrl === undefined ? undefined : () => redisAnswers(redisUrl),
      temporal: () => temporalAnswers(config),
      backupsEncrypted: backups.recipient !== undefined,
      decoder: decoderIsolation(config.decoderSocket),
    }),
    ...outsideChecks({
      production: config.production,
      publicUrl: config.publicUrl,
      version: VERSION,
      mailFromDomain: domainOf(config.mailFrom),
      operatorDomain: domainOf(config.operatorEmail),
      clientSecret: config.cashfree.clientSecret,
      dkimSelector,
      provider: new CashfreeProvider(config, new Counters()),
      smtpProblem: () => new SmtpCheckService(config).problem(),
      smtpEncrypted: config.smtpUrl.startsWith("smtps:") || requiresTls(config.smtpUrl),
      dns: systemDns,
      fetch,
      certificateEnd: (host, port) => certificateEnd({ host, port, verified: true }),
    }),
  ];
}

/** `npm run preflight`: is everything right before visitors come (docs/deployment.md)? Changes nothing. */
void startCommand(
  async (config) => {
    const { dkimSelector, json } = readPreflightCommand(process.argv.slice(2));
    const results = await runChecks(checksOf(config, dkimSelector));
    for (const line of json ? [JSON.stringify(results, null, 2)] : resultLines(results)) console.log(line);
    return exitCodeOf(results);
  },
  { failed: 2, silent: true },
);
