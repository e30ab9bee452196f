import { Module } from "@nestjs/common";
import type { NestFastifyApplication } from "@nestjs/platform-fastify";
import { EnquiriesModule } from "../../src/enquiries/enquiries.module.js";
import { EnquiriesService } from "../../src/enquiries/enquiries.service.js";
import { PlatformModule } from "../../src/platform/platform.module.js";
import { testConfig } from "../support/config.js";
import { createTestDatabase } from "../support/database.js";
import type { TestDatabase } from "../support/database.js";
import { startTestApp } from "../support/http-app.js";

/** An answer of the API. */
export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** A right gifting request, with changes; undefined leaves a field out. */
export function gifting(changes: Record<string, unknown> = {}): object {
  return {
    firstName: "Asha",
    lastName: "Rao",
    email: "asha@example.com",
    phone: "+91 98765 43210",
    company: "Rao & Co",
    requirements: "200 Diwali boxes,\nabout ₹800 each",
    isMember: "no",
    ...changes,
  };
}

/** A right message to support, with changes. */
export function support(changes: Record<string, unknown> = {}): object {
  return {
    firstName: "Meena",
    lastName: "Devi",
    email: "meena@example.com",
    subject: "My listing",
    message: "How do I change the picture?\nThank you.",
    ...changes,
  };
}

/** The API of the enquiries on a database of its own. */
export class EnquiriesTest {
  private constructor(
    readonly app: NestFastifyApplication,
    readonly db: TestDatabase,
  ) {}

  static async start(settings: Readonly<Record<string, string>> = {}): Promise<EnquiriesTest> {
    const db = await createTestDatabase();
    try {
      const config = testConfig({
        REDIS_URL: "",
        OPERATOR_EMAIL: "operator@bazaar.example",
        ...settings,
        DATABASE_URL: db.url,
      });
      @Module({ imports: [PlatformModule.with(config, db.source), EnquiriesModule] })
      class EnquiriesTestModule {}
      return new EnquiriesTest(await startTestApp(EnquiriesTestModule, config), db);
    } catch (failure) {
      // An open database would keep the test process from ending.
      await db.close();
      throw failure;
    }
  }

  get service(): EnquiriesService {
    return this.app.get(EnquiriesService);
  }

  gifting(body: object, headers: Record<string, string> = {}): Promise<Answer> {
    return this.post("corporate-gifting", body, headers);
  }

  support(body: object, headers: Record<string, string> = {}): Promise<Answer> {
    return this.post("support", body, headers);
  }

  query<Row>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    return this.db.database.query<Row>(sql, parameters);
  }

  /** Where the enquiries stand, in the order they were made. */
  async states(): Promise<string[]> {
    const found = await this.query<{ line: string }>(
      `SELECT state || coalesce(': ' || suspicion, '') || ' ×' || times_sent AS line FROM enquiries
        ORDER BY created_at`,
    );
    return found.map(({ line }) => line);
  }

  /** The mails that were written down: template and recipient, sorted. */
  async mails(): Promise<string[]> {
    const found = await this.query<{ line: string }>(
      "SELECT template || ' to ' || to_address AS line FROM mails ORDER BY line",
    );
    return found.map(({ line }) => line);
  }

  async forget(): Promise<void> {
    await this.query("TRUNCATE enquiries, mails, outbox");
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.db.close();
  }

  private async post(form: string, body: object, headers: Record<string, string>): Promise<Answer> {
    const response = await this.app.inject({ method: "POST", url: `/api/v1/${form}/submit`, headers, payload: body });
    const answered = JSON.parse(response.body) as Record<string, unknown>;
    return { status: response.statusCode, body: answered, headers: response.headers };
  }
}
