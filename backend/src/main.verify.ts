import "reflect-metadata";
import { Module, type DynamicModule } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { ENTITIES } from "./entities.js";
import { startCommand } from "./platform/commands/start-command.js";
import type { Config } from "./platform/config/config.js";
import { PlatformModule } from "./platform/platform.module.js";
import { exitCodeOf, readVerifyCommand, reportLines } from "./verify/verify-command.js";
import { VerifyModule } from "./verify/verify.module.js";
import { VerifyService } from "./verify/verify.service.js";

@Module({})
class VerifyCommandModule {
  static with(config: Config): DynamicModule {
    return { module: VerifyCommandModule, imports: [PlatformModule.with(config, ENTITIES), VerifyModule] };
  }
}

/** `npm run verify`: checks the invariants, read-only. */
void startCommand(
  async (config) => {
    const { json, ...options } = readVerifyCommand(process.argv.slice(2));
    const app = await NestFactory.createApplicationContext(VerifyCommandModule.with(config), { abortOnError: false });
    const report = await app.get(VerifyService).verify(options);
    const lines = json ? [JSON.stringify(report, null, 2)] : reportLines(report);
    for (const line of lines) console.log(line);
    await app.close();
    return exitCodeOf(report);
  },
  // The report has why a rule could not be checked.
  { failed: 2, silent: true },
);
