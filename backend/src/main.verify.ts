import "reflect-metadata";
import { Module, type DynamicModule } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { ENTITIES } from "./entities.js";
import type { Config } from "./platform/config/config.js";
import { PlatformModule } from "./platform/platform.module.js";
import { exitOncePrinted, startProcess } from "./platform/start-process.js";
import { exitCodeOf, readVerifyCommand, reportLines, VerifyCommandError } from "./verify/verify-command.js";
import { VerifyModule } from "./verify/verify.module.js";
import { VerifyService } from "./verify/verify.service.js";

@Module({})
class VerifyCommandModule {
  static with(config: Config): DynamicModule {
    return { module: VerifyCommandModule, imports: [PlatformModule.with(config, ENTITIES), VerifyModule] };
  }
}

/** `npm run verify`: checks the invariants, read-only. */
void startProcess(async (config) => {
  let exitCode = 2;
  try {
    const { json, ...options } = readVerifyCommand(process.argv.slice(2));
    const app = await NestFactory.createApplicationContext(VerifyCommandModule.with(config), {
      logger: false,
      abortOnError: false,
    });
    const report = await app.get(VerifyService).verify(options);
    const lines = json ? [JSON.stringify(report, null, 2)] : reportLines(report);
    for (const line of lines) console.log(line);
    exitCode = exitCodeOf(report);
    await app.close();
  } catch (error) {
    if (!(error instanceof VerifyCommandError)) throw error;
    console.error(error.message);
  }
  return exitOncePrinted(exitCode);
});
