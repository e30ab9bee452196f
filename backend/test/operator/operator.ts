import type { Type } from "@nestjs/common";
import type { AdministratorRole } from "@sakhi/domain/access/rights";
import { InvoiceJobsService } from "../../src/invoices/invoice-jobs.service.js";
import { InvoicesService } from "../../src/invoices/invoices.service.js";
import { IssuesService } from "../../src/issues/issues.service.js";
import { MailService } from "../../src/mail/mail.service.js";
import { OperatorModule } from "../../src/operator/operator.module.js";
import { ADMIN, logIn } from "../admin/administration.js";
import type { TestResponse, TestVisitor } from "../bookings/mela.js";
import { PayingTest } from "../payments/paying.js";

const REASON = "asked for by phone";

/** A valid offline sale of a standard stall, with changes; undefined removes a field. */
export function walkIn(changes: Record<string, unknown> = {}): object {
  return {
    fullName: "Meera Iyer",
    email: "meera@example.com",
    phoneNumber: "9811100001",
    businessName: "Meera Pottery",
    pincode: "560001",
    method: "cash",
    reference: "receipt 17",
    reason: REASON,
    ...changes,
  };
}

/** Facts of an event to create, far in the future; its edition is missing. */
export const NEXT_EVENT = {
  ...{ name: "The Mela", days: "2099-03-01 10:00 to 20:00\n2099-03-02 10:00 to 18:00" },
  ...{ venueName: "Trade centre, Guindy", venueDescription: "A trade centre in Guindy", street: "1 Mount Road" },
  ...{ locality: "Guindy", city: "Chennai", pin: "600032", stateCode: "33", mapUrl: "https://maps.example.org/guindy" },
  salesCloseAt: "2099-02-20T12:30:00.000Z",
};

/** A logged-in administrator's browser. */
export class TestAdministrator {
  /** @param event slug of the event that the actions on stalls below are about */
  constructor(
    readonly browser: TestVisitor,
    readonly event: string,
  ) {}

  get(path: string): Promise<TestResponse> {
    return this.browser.get(`${ADMIN}/${path}`);
  }

  post(path: string, body: object): Promise<TestResponse> {
    return this.browser.post(`${ADMIN}/${path}`, body);
  }

  put(path: string, body: object): Promise<TestResponse> {
    return this.browser.put(`${ADMIN}/${path}`, body);
  }

  /** Path of an action on a stall of the event. */
  stall(stallId: string, action: string): string {
    return `stalls/${stallId}/${action}?event=${encodeURIComponent(this.event)}`;
  }

  block(stallId: string, reason = REASON): Promise<TestResponse> {
    return this.post(this.stall(stallId, "block"), { reason });
  }

  unblock(stallId: string, reason = REASON): Promise<TestResponse> {
    return this.post(this.stall(stallId, "unblock"), { reason });
  }

  price(stallId: string, price: number, reason = REASON): Promise<TestResponse> {
    return this.post(this.stall(stallId, "price"), { price, reason });
  }

  sellOffline(stallId: string, changes: Record<string, unknown> = {}): Promise<TestResponse> {
    return this.post(this.stall(stallId, "sell-offline"), walkIn(changes));
  }

  move(bookingId: string, toStallId: string, reason = REASON): Promise<TestResponse> {
    return this.post(`bookings/${bookingId}/move`, { toStallId, reason });
  }

  cancel(bookingId: string, refund: string, refundAmount?: number, reason = REASON): Promise<TestResponse> {
    const amount = refundAmount === undefined ? {} : { refundAmount };
    return this.post(`bookings/${bookingId}/cancel`, { refund, ...amount, reason });
  }

  extend(bookingId: string, minutes: number, reason = REASON): Promise<TestResponse> {
    return this.post(`bookings/${bookingId}/extend`, { minutes, reason });
  }

  release(bookingId: string, reason = REASON): Promise<TestResponse> {
    return this.post(`bookings/${bookingId}/release`, { reason });
  }
}

/** The Mela with operator actions, on a separate database and payment simulator. */
export class OperatorTest extends PayingTest {
  /** @param modules additional modules with routes */
  static async open(
    settings: Readonly<Record<string, string>> = {},
    modules: readonly Type[] = [],
  ): Promise<OperatorTest> {
    const { mela, simulator } = await PayingTest.start(settings, [OperatorModule, ...modules]);
    return new OperatorTest(mela, simulator);
  }

  /** Creates and logs in an administrator. */
  async administrator(username: string, role?: AdministratorRole): Promise<TestAdministrator> {
    return new TestAdministrator(await logIn(this.mela, username, role), (await this.mela.firstEvent()).slug);
  }

  /** A visitor who has bought a stall. */
  async sold(stallId: string, changes: Record<string, unknown> = {}, visitor?: TestVisitor) {
    const buyer = await this.paying(stallId, changes, visitor);
    await this.simulator.pay(buyer.orderId);
    const outcome = await this.settle(buyer.orderId);
    if (outcome !== "sold") throw new Error(`${stallId} was not sold: ${outcome}`);
    return { ...buyer, bookingId: await this.bookingOf(buyer.orderId) };
  }

  /** A stall sold to a walk-in. */
  async soldOffline(operator: TestAdministrator, stallId: string, changes: Record<string, unknown> = {}) {
    const { status, body } = await operator.sellOffline(stallId, changes);
    if (status !== 201) throw new Error(`${stallId}: ${JSON.stringify(body)}`);
    return {
      bookingId: String(body["bookingId"]),
      orderId: String(body["orderId"]),
      invoiceNumber: String(body["invoiceNumber"]),
    };
  }

  /** Corrects a registration with changes to its current fields; undefined removes a field. */
  async correct(
    operator: TestAdministrator,
    bookingId: string,
    changes: Record<string, unknown>,
    { seenAt, reason = REASON }: { seenAt?: string; reason?: string } = {},
  ): Promise<TestResponse> {
    const { updatedAt, ...form } = await this.registration(bookingId);
    return operator.post(`bookings/${bookingId}/correct`, {
      ...{ ...form, ...changes },
      ...{ seenAt: seenAt ?? updatedAt, reason },
    });
  }

  /** The registration, as in the dashboard's form. */
  async registration(bookingId: string): Promise<Record<string, unknown> & { readonly updatedAt: string }> {
    const [found] = await this.mela.query<Record<string, unknown> & { updatedAt: Date }>(
      `SELECT full_name AS "fullName", email, phone AS "phoneNumber", business_name AS "businessName", pincode,
              gst_number AS "gstNumber", gst_address AS "gstAddress", updated_at AS "updatedAt"
         FROM bookings WHERE id = $1`,
      [bookingId],
    );
    if (found === undefined) throw new Error(`no booking ${bookingId}`);
    const given = Object.fromEntries(Object.entries(found).filter(([, value]) => value !== null));
    return { ...given, updatedAt: found.updatedAt.toISOString() };
  }

  /** The live booking on a stall. */
  async onStall(stallId: string): Promise<string> {
    const live = await this.mela.value(
      `SELECT id FROM bookings
        WHERE stall_key = (SELECT stall_key FROM stalls WHERE stall_id = $1) AND state IN ('held', 'registered', 'paying', 'sold', 'blocked')`,
      [stallId],
    );
    if (live === undefined) throw new Error(`no live booking on ${stallId}`);
    return live;
  }

  /** What was done to a subject, in order; not who looked at it. */
  async audit(subjectId: string): Promise<AuditLine[]> {
    return this.mela.query<AuditLine>(
      `SELECT administrator, action, subject_type AS "subjectType", reason, before, after
         FROM audit_log WHERE subject_id = $1 AND action !~ '_viewed$' ORDER BY id`,
      [subjectId],
    );
  }

  /** An order's invoices and credit notes in the order of issue. */
  issued(orderId: string): Promise<IssuedDocument[]> {
    return this.mela.query<IssuedDocument>(
      `SELECT i.id, i.number, i.kind, o.number AS of, r.number AS replaces,
              (i.content->'tax'->>'totalPaise')::int AS total, i.content->'recipient' AS recipient,
              i.content->'placeOfSupply'->>'code' AS place, i.content->'line'->>'description' AS description,
              i.content->'application'->>'brandName' AS brand, i.content->'credit'->>'reason' AS reason,
              jsonb_path_query_array(i.content, '$.tax.heads[*].name') AS heads
         FROM invoices i LEFT JOIN invoices o ON o.id = i.invoice_of LEFT JOIN invoices r ON r.id = i.replaces
        WHERE i.order_id = $1 ORDER BY i.issued_at, i.number`,
      [orderId],
    );
  }

  /** The newest signal to a booking's workflow. */
  lastSignal(bookingId: string): Promise<Record<string, unknown> | undefined> {
    return this.mela.value<Record<string, unknown>>(
      `SELECT payload FROM outbox WHERE topic = 'workflow' AND payload->>'workflowId' = $1
        ORDER BY outbox.id DESC LIMIT 1`,
      [`stall-booking/${bookingId}`],
    );
  }

  /** The newest mail of a booking with this template. */
  async mail(bookingId: string, template: string) {
    const found = await this.mela.query<{ to: string; data: Record<string, unknown>; invoice: string | null }>(
      `SELECT m.to_address AS to, m.data, i.number AS invoice
         FROM mails m LEFT JOIN invoices i ON i.id = m.invoice_id
        WHERE m.booking_id = $1 AND m.template = $2 ORDER BY m.created_at DESC LIMIT 1`,
      [bookingId, template],
    );
    return found[0];
  }

  /** Renders an order's invoices and queues the confirmation, as the jobs process does. */
  async renderInvoices(orderId: string): Promise<void> {
    const jobs = new InvoiceJobsService(
      this.get(InvoicesService),
      this.get(MailService),
      this.get(IssuesService),
      this.mela.db.database,
    );
    const issued = await this.mela.query<{ id: string }>("SELECT id FROM invoices WHERE order_id = $1", [orderId]);
    for (const { id } of issued) await jobs.run(id, true);
  }

  async publicStatus(stallId: string): Promise<unknown> {
    const { body } = await this.mela.visitor().get("/api/v1/mela/layout");
    const stalls = body as unknown as { stallId: string; status: string }[];
    return stalls.find((stall) => stall.stallId === stallId)?.status;
  }
}

/** An audit log entry. */
interface AuditLine {
  readonly administrator: string;
  readonly action: string;
  readonly subjectType: string;
  readonly reason: string | null;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}

/** An invoice or a credit note: `of` is the credited invoice's number. */
interface IssuedDocument extends Record<
  "id" | "number" | "kind" | "of" | "replaces" | "place" | "description" | "brand" | "reason",
  string
> {
  readonly total: number;
  readonly recipient: Record<string, unknown>;
  readonly heads: string[];
}
