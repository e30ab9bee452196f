import "reflect-metadata";
import { createInterface } from "node:readline/promises";
import { type DynamicModule, Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { ENTITIES } from "./entities.js";
import { startCommand } from "./platform/commands/start-command.js";
import type { Config } from "./platform/config/config.js";
import { PlatformModule } from "./platform/platform.module.js";
import { LostSalesService } from "./recovery/lost-sales.service.js";
import { runRecoverCommand } from "./recovery/recover-command.js";
import { RecoveryModule } from "./recovery/recovery.module.js";
import { RecoveryService } from "./recovery/recovery.service.js";

@Module({})
class RecoverCommandModule {
  static with(config: Config): DynamicModule {
    return { module: RecoverCommandModule, imports: [PlatformModule.with(config, ENTITIES), RecoveryModule] };
  }
}

async function ask(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}

/** `npm run recover`: what a restored database lost, and the opening of its sales (docs/operations/questions/restored-from-yesterday.md). */
void startCommand(
  async (config) => {
    const app = await NestFactory.createApplicationContext(RecoverCommandModule.with(config), { abortOnError: false });
    try {
      return await runRecoverCommand(
        process.argv.slice(2),
        app.get(RecoveryService, { strict: false }),
        () => Promise.resolve(app.get(LostSalesService, { strict: false })),
        { print: (line) => console.log(line), ask },
      );
    } finally {
      await app.close();
    }
  },
  { failed: 2 },
);
