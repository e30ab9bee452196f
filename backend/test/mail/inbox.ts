import { type INestApplicationContext, Module, type Type } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { type SmtpCatcher, startSmtpCatcher } from "@sakhi/testkit/smtp-catcher";
import { AdminModule } from "../../src/admin/admin.module.js";
import { IntegrationsJobsModule } from "../../src/integrations/integrations.module.js";
import { InvoicesJobsModule, InvoicesModule } from "../../src/invoices/invoices.module.js";
import type { IssueKind } from "../../src/issues/issues.types.js";
import { MailJobsModule } from "../../src/mail/mail-jobs.module.js";
import { OpsModule } from "../../src/ops/ops.module.js";
import { SweepModule } from "../../src/ops/sweep.module.js";
import { PicturesJobsModule } from "../../src/pictures/pictures.module.js";
import { PlatformModule } from "../../src/platform/platform.module.js";
import { QueueModule } from "../../src/platform/queue/queues.js";
import { WhatsappJobsModule } from "../../src/whatsapp/whatsapp.module.js";
import { ADMIN, logIn } from "../admin/administration.js";
import type { TestResponse, TestVisitor } from "../bookings/mela.js";
import { type Buyer, PayingTest } from "../payments/paying.js";

/** An issue as the inbox shows it. */
export interface Entry {
  readonly id: string;
  readonly kind: IssueKind;
  readonly title: string;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly bookingId?: string;
  readonly stallId?: string;
  readonly orderId?: string;
  readonly requested?: object;
  readonly resolutions: readonly {
    readonly action: string;
    readonly needsReason: boolean;
    readonly opens?: string;
    readonly effect?: string;
  }[];
}

/** The Mela with the issues inbox, a mail server, and a jobs process without a relay: specs run its jobs by hand. */
export class InboxTest {
  private constructor(
    readonly paying: PayingTest,
    readonly smtp: SmtpCatcher,
    private readonly jobs: INestApplicationContext,
    readonly admin: TestVisitor,
  ) {}

  static async start(settings: Readonly<Record<string, string>> = {}): Promise<InboxTest> {
    const smtp = await startSmtpCatcher();
    const paying = await PayingTest.start({ SMTP_URL: smtp.url, TEMPORAL_ADDRESS: "127.0.0.1:1", ...settings }, [
      AdminModule,
      OpsModule,
    ]);
    const { db, config } = paying.mela;
    @Module({
      imports: [
        PlatformModule.with(config, db.source),
        QueueModule,
        InvoicesJobsModule,
        MailJobsModule.with(InvoicesModule),
        WhatsappJobsModule,
        IntegrationsJobsModule,
        PicturesJobsModule,
        SweepModule,
      ],
    })
    class JobsTestModule {}
    const jobs = await NestFactory.createApplicationContext(JobsTestModule, { logger: false });
    return new InboxTest(paying, smtp, jobs, await logIn(paying.mela, "asha"));
  }

  /** A service of the jobs process. */
  job<T>(service: Type<T>): T {
    return this.jobs.get(service, { strict: false });
  }

  async entries(): Promise<Entry[]> {
    return (await this.admin.get(`${ADMIN}/issues`)).body["entries"] as Entry[];
  }

  async kinds(): Promise<IssueKind[]> {
    return (await this.entries()).map(({ kind }) => kind);
  }

  async entry(kind: IssueKind): Promise<Entry> {
    const found = (await this.entries()).find((each) => each.kind === kind);
    if (found === undefined) throw new Error(`there is no ${kind} in the inbox`);
    return found;
  }

  resolution({ id }: Entry, action: string, reason?: string): Promise<TestResponse> {
    const payload = { action, ...(reason === undefined ? {} : { reason }) };
    return this.admin.post(`${ADMIN}/issues/${id}/resolution`, payload);
  }

  /** An operator's action on a booking. */
  act(bookingId: string, action: "correct" | "cancel", body: object): Promise<TestResponse> {
    return this.admin.post(`${ADMIN}/bookings/${bookingId}/${action}`, body);
  }

  settle({ orderId }: Buyer): Promise<string> {
    return this.paying.settle(orderId);
  }

  async close(): Promise<void> {
    await this.jobs.close();
    await this.paying.close();
    await this.smtp.close();
  }
}
