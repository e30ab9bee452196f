import { Injectable } from "@nestjs/common";
import type { OnApplicationShutdown } from "@nestjs/common";
import { Redis } from "ioredis";
import { Config } from "../config/config.js";
import { Database } from "../database/database.js";

/** Whether the queue's store answers, as /readyz asks: Redis where there is one, otherwise our PostgreSQL. */
@Injectable()
export class QueueHealth implements OnApplicationShutdown {
  readonly name = "queue";
  private readonly redis: Redis | undefined;

  constructor(
    config: Config,
    private readonly database: Database,
  ) {
    if (config.redisUrl === undefined) return;
    this.redis = new Redis(config.redisUrl, { lazyConnect: true, maxRetriesPerRequest: 1 });
    // It reconnects by itself; whether it is there is what we are asked.
    this.redis.on("error", () => undefined);
  }

  async up(): Promise<boolean> {
    try {
      if (this.redis === undefined) await this.database.query("SELECT 1");
      else await this.redis.ping();
      return true;
    } catch {
      return false;
    }
  }

  onApplicationShutdown(): void {
    this.redis?.disconnect();
  }
}
