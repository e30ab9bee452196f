import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { REGISTRATION_FIELDS } from "@sakhi/domain/bookings/registration.fields";
import { fieldNames } from "@sakhi/domain/fields/declared-fields";
import { CONSENT_VERSION } from "@sakhi/domain/privacy/consent";
import { AuditLogService } from "../../src/accounts/audit-log.service.js";
import { CatalogueModule } from "../../src/catalogue/catalogue.module.js";
import { EnquiriesModule } from "../../src/enquiries/enquiries.module.js";
import { MailedLinksService } from "../../src/mail/mailed-links.service.js";
import { BookingRequestsService } from "../../src/my-booking/booking-requests.service.js";
import { OperatorModule } from "../../src/operator/operator.module.js";
import { OpsModule } from "../../src/ops/ops.module.js";
import { PicturesService } from "../../src/pictures/pictures.service.js";
import { Database } from "../../src/platform/database/database.js";
import { Secrets } from "../../src/platform/secrets/secrets.js";
import { runPersonCommand } from "../../src/privacy/person-command.js";
import { PersonService } from "../../src/privacy/person.service.js";
import { PersonalData } from "../../src/privacy/personal-data.js";
import { PrivacyModule } from "../../src/privacy/privacy.module.js";
import { RetentionService } from "../../src/privacy/retention.service.js";
import { ADMIN, logIn } from "../admin/administration.js";
import type { TestResponse, TestVisitor } from "../bookings/mela.js";
import { gifting, support } from "../enquiries/enquiries-app.js";
import { ListingTest } from "../listings/listing-app.js";
import { PayingTest } from "../payments/paying.js";

/** Personal values that this spec writes, searched for in the whole database. */
const PLANTED = ["Planted Person", "planted@example.com", "9812300001", "Planted Business", "PLANT1234P"];
const PERSON = {
  fullName: "Planted Person",
  email: "planted@example.com",
  phoneNumber: "9812300001",
  businessName: "Planted Business",
};
/** Every personal field of an application. */
const OWNER = {
  ...{ fullName: "Kamala Planted", email: "owner@example.com", phoneNumber: "9812300021" },
  ...{ whatsappNumber: "9812300022", whatsappBusinessContact: "9812300023", panNumber: "PLANT1234Q" },
  ...{ brandName: "Looms of the River", businessAddress: "7 Planted Lane, Dharwad 580001" },
  story: "My planted grandmother wove these, in a shed by the river that floods every second August.",
  whatsappGroupLink: "https://chat.whatsapp.com/PlantedPlantedPlanted1",
  websiteUrl: "https://planted.example/site",
  linkedinUrl: "https://www.linkedin.com/in/planted",
  facebookUrl: "https://www.facebook.com/planted",
  instagramUrl: "https://www.instagram.com/planted",
};
/** Columns without personal data (states, choices from a list, keys, digests), and those left empty here. */
const NOT_PERSONAL = {
  bookings: [
    ...["block_reason", "coupon_code", "language", "linked_application_id", "listing_offer", "policies_version"],
    ...["release_reason", "state"],
  ],
  listing_applications: [
    ...["business_category", "business_stage", "business_type", "company_type", "digest", "gst_number"],
    ...["hear_about_us", "kind", "language", "state"],
  ],
  // The network is a keyed digest, forgotten after a day.
  enquiries: ["answered_by", "digest", "kind", "language", "network", "state", "stopped_by", "suspicion"],
  // Her mailbox is her address in the one notation that all have.
  waiting_places: ["language", "stall_type", "state"],
};
/** A text for each line that a registration can be sent without. */
const LINES = Object.fromEntries(
  fieldNames(REGISTRATION_FIELDS, ({ kind, optional }) => kind === "line" && optional === true).map((name) => [
    name,
    `Planted ${name}`,
  ]),
);
const DAY = 24 * 3600;

class PrivacyTest extends ListingTest {
  static override async open(): Promise<PrivacyTest> {
    const { mela, simulator } = await PayingTest.start({}, [
      ...[OperatorModule, PrivacyModule, EnquiriesModule, OpsModule, CatalogueModule],
    ]);
    return new PrivacyTest(mela, simulator);
  }

  get retention(): RetentionService {
    return new RetentionService(this.get(Database), this.get(PersonalData), this.mela.config);
  }

  /** Finds planted values in every row of every table. @returns `table: value` */
  async planted(values: readonly string[] = PLANTED): Promise<string[]> {
    const tables = await this.mela.query<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
    );
    const found: string[] = [];
    for (const { name } of tables) {
      for (const value of values) {
        const count = await this.mela.value(
          `SELECT count(*) FROM "${name}" AS t WHERE strpos(lower(t::text), lower($1)) > 0`,
          [value],
        );
        if (count !== "0") found.push(`${name}: ${value}`);
      }
    }
    return found.sort();
  }

  /** Moves a timestamp of every row to a number of days ago. */
  age(table: string, column: string, days: number): Promise<unknown> {
    return this.mela.query(
      `UPDATE ${table} SET ${column} = clock_timestamp() - make_interval(secs => $1) WHERE ${column} IS NOT NULL`,
      [days * DAY],
    );
  }

  async mailsAreSent(): Promise<void> {
    await this.mela.query("UPDATE mails SET state = 'sent', sent_at = clock_timestamp() WHERE state = 'queued'");
  }
}

describe("PersonService and RetentionService", () => {
  const held = "registration (A reservation or payment is in progress; it ends automatically.)";
  let test: PrivacyTest;
  let operator: TestVisitor;
  const send = (call: string, body: object): Promise<TestResponse> => operator.post(`${ADMIN}/person/${call}`, body);
  const records = async (contact: string): Promise<Record<string, unknown>[]> => {
    const response = await send("records", { contact });
    expect(response.status).toBe(200);
    return response.body["records"] as Record<string, unknown>[];
  };
  const kinds = async (contact: string): Promise<string[]> =>
    (await records(contact)).map(({ kind, keptBecause }) =>
      typeof keptBecause === "string" ? `${String(kind)} (${keptBecause})` : String(kind),
    );

  beforeAll(async () => {
    test = await PrivacyTest.open();
    operator = await logIn(test.mela, "asha");
  });
  afterAll(() => test.close());

  it("stores the time and version of an applicant's consent", async () => {
    const { applicationId } = await test.applicant({ brandName: "Consenting Weaves" });
    const row = await test.row(applicationId);
    expect(row["consent_version"]).toBe(CONSENT_VERSION);
    expect(row["consented_at"]).toBeInstanceOf(Date);
  });

  it("erases an owner's data with her last application, except the name of the business and tax records", async () => {
    const { applicationId } = await test.paid(OWNER);
    await operator.post(`${ADMIN}/listings/${applicationId}/approve`, { noPictures: true });
    await test.endsIn(applicationId, -60);
    await test.activities.expireListing(applicationId);
    await test.mailsAreSent();
    // Her pictures, described in her own words.
    await test.mela.query(
      `INSERT INTO pictures (id, subject_type, subject_id, state, bytes, alt)
       SELECT gen_random_uuid(), subject, CASE subject WHEN 'brand' THEN brand_id ELSE id END, 'uploading', 5, $2
         FROM listing_applications, unnest(ARRAY['brand', 'application']) AS subject WHERE id = $1`,
      [applicationId, OWNER.story],
    );
    expect((await kinds(OWNER.email)).filter((kind) => kind.startsWith("picture"))).toHaveLength(2);
    // Her page as she wrote it, and a product beside her application's card.
    await test.mela.query(
      `INSERT INTO brand_changes (id, brand_id, application_id, state, content, base)
       SELECT gen_random_uuid(), brand_id, id, 'draft', jsonb_build_object('place', $2::text), '{}'
         FROM listing_applications WHERE id = $1`,
      [applicationId, OWNER.story],
    );
    await test.mela.query(
      `INSERT INTO listings (id, brand_id, module, brand_key, category, name, description, link, status)
       SELECT gen_random_uuid(), l.brand_id, l.module, l.brand_key, l.category, 'Shawl', l.description, $2, 'live'
         FROM listings l JOIN listing_applications a ON a.listing_id = l.id WHERE a.id = $1`,
      [applicationId, OWNER.websiteUrl],
    );
    await test.mela.query(
      `INSERT INTO mailed_links (id, purpose, subject_id, token_digest, expires_at)
       VALUES (gen_random_uuid(), 'brand', $1, sha256('planted'), clock_timestamp() + interval '1 day')`,
      [applicationId],
    );
    expect(await kinds(OWNER.email)).toContainEqual(expect.stringMatching(/^page/));
    const { brandName: _, ...personal } = OWNER;
    expect(await test.planted(Object.values(personal))).toEqual(
      expect.arrayContaining([`brands: ${OWNER.instagramUrl}`, `listings: ${OWNER.story}`]),
    );
    const link = `/api/v1/brand/renewal?token=${await test.renewalToken(applicationId)}`;
    expect((await test.mela.visitor().get(link)).body).toMatchObject({ state: "open" });
    expect((await send("erase", { contact: OWNER.email, reason: "asked by letter" })).status).toBe(200);
    // A renewal would issue the listing, its mails and the invoice to "Erased".
    expect((await test.mela.visitor().get(link)).body).toMatchObject({ code: "renewal_link_invalid" });
    const left = await test.planted(Object.values(personal));
    expect(left.filter((found) => !found.startsWith("invoices"))).toEqual([]);
    expect(await test.mela.column("SELECT state || alt FROM pictures")).toEqual(["deleted", "deleted"]);
    for (const table of ["brand_changes", "mailed_links WHERE purpose = 'brand'"])
      expect(await test.mela.value(`SELECT count(*)::int FROM ${table}`)).toBe(0);
    expect(await test.mela.value("SELECT count(*)::int FROM outbox WHERE payload ->> 'queue' = 'pictures'")).toBe(2);
    const invoice = "invoice (A tax record: the law keeps it until ";
    for (const contact of [OWNER.email, OWNER.phoneNumber]) {
      expect(await kinds(contact)).toEqual([expect.stringContaining(invoice)]);
    }
  });

  it("erases data everywhere after its retention period, and not a day before", async () => {
    const { visitor } = await test.registered("B1", PERSON);
    await visitor.release("B1");
    await test.released("B2", { ...PERSON, email: "planted@example.com" });
    const message = { firstName: "Planted", lastName: "Person", email: PERSON.email, message: "Planted Business asks" };
    await test.mela.visitor().post("/api/v1/support/submit", support(message));
    const rejected = await test.applicant({
      ...{ fullName: PERSON.fullName, email: PERSON.email, phoneNumber: "+919812300001" },
      ...{ brandName: "Planted Business", panNumber: "PLANT1234P" },
    });
    await test.closeUnpaid(rejected);
    await test.mela.query("UPDATE listing_applications SET state = 'lapsed' WHERE id = $1", [rejected.applicationId]);
    await test.mailsAreSent();
    const before = await test.planted();
    expect(before).toEqual(expect.arrayContaining(["bookings: 9812300001", "payment_attempts: planted@example.com"]));

    const agedBeyondLimits = async (days: number): Promise<void> => {
      for (const ended of ["bookings", "orders"]) await test.age(ended, "ended_at", 30 + days);
      await test.age("payment_attempts", "created_at", 30 + days);
      await test.age("enquiries", "created_at", 365 + days);
      await test.age("listing_applications", "updated_at", 365 + days);
    };
    await agedBeyondLimits(-1);
    await test.age("mails", "created_at", 364);
    expect(Object.values(await test.retention.run())).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(await test.planted()).toEqual(before);

    await agedBeyondLimits(1);
    expect(await test.retention.run()).toMatchObject({ unpaidRegistrations: 2, enquiries: 1, applications: 1 });
    expect(await test.planted()).toEqual([]);
  });

  it("erases the rest when one kind cannot be erased, and reports the failure", async () => {
    await test.mela.visitor().post("/api/v1/support/submit", support({ firstName: "Late", email: PERSON.email }));
    await test.age("enquiries", "created_at", 366);
    const fails = jest.spyOn(test.get(PersonalData), "eraseBookings").mockRejectedValueOnce(new Error("locked"));
    await expect(test.retention.run()).rejects.toThrow("locked");
    fails.mockRestore();
    expect(await test.mela.query("SELECT 1 FROM enquiries")).toEqual([]);
  });

  it("runs the erasure once a night, however many processes try", async () => {
    await test.mela.query("DELETE FROM retention_runs");
    const night = await test.mela.value<boolean>(
      "SELECT extract(hour FROM clock_timestamp() AT TIME ZONE 'Asia/Kolkata') >= 2 AS night",
    );
    const ran = await Promise.all([1, 2, 3].map(() => test.retention.runIfDue()));
    expect(ran.filter((result) => result !== undefined)).toHaveLength(night === true ? 1 : 0);
    expect(await test.retention.runIfDue()).toBeUndefined();
  });

  it("keeps a paid stall's data as a tax record, and exports it to the person", async () => {
    const buyer = await test.paying("B5", { ...PERSON, email: "payer@example.com", phoneNumber: "9812300005" });
    await test.simulator.pay(buyer.orderId);
    await test.settle(buyer.orderId);
    await test.mailsAreSent();
    await test.age("bookings", "held_at", 400);
    await test.retention.run();

    const found = await records("payer@example.com");
    expect(found.map(({ kind }) => kind).sort()).toEqual(["invoice", "registration"]);
    expect(found.find(({ kind }) => kind === "registration")).toMatchObject({
      title: "B5, sold",
      keptBecause: expect.stringMatching(/^A tax record: the law keeps it until \d{4}-12-31\.$/) as unknown,
      data: { Name: "Planted Person", Phone: "9812300005", Stall: "B5" },
    });
    expect((await records("+919812300005")).map(({ kind }) => kind).sort()).toEqual(["invoice", "registration"]);
    const erased = await send("erase", { contact: "payer@example.com", reason: "asked by letter" });
    expect(erased.body).toEqual({ changed: 0, kept: 2 });
  });

  it("exports their own data and invoices only to the former and the present holder of a stall", async () => {
    const sale = await test.sold("B11", { ...PERSON, email: "former@example.com", phoneNumber: "9812300011" });
    const own = { email: "now@example.com", phoneNumber: "9812300012" };
    const now = { fullName: "Sunita Pawar", businessName: "Pawar Pots", ...own };
    await test.correct(await test.administrator("meera"), sale.bookingId, now);
    await test.mailsAreSent();
    const invoicesOf = async (contact: string) =>
      (await records(contact)).filter(({ kind }) => kind === "invoice").map(({ data }) => data as object);
    for (const contact of ["now@example.com", "9812300012"]) {
      expect(JSON.stringify(await records(contact))).not.toContain("Planted");
      expect(await invoicesOf(contact)).toEqual([
        expect.objectContaining({ Name: "Sunita Pawar", "E-mail": "now@example.com", Pincode: "560001" }),
      ]);
    }
    const [mail] = (await records("9812300012")).filter(({ kind }) => kind === "mail");
    expect(mail?.["data"]).toMatchObject({ To: "now@example.com", "Content: Order id": sale.orderId });
    // The invoice and its credit note.
    for (const contact of ["former@example.com", "9812300011"]) {
      expect(await invoicesOf(contact)).toHaveLength(2);
    }
  });

  it("exports a request to the payer and the substitute it names; erases it and the reply after a year", async () => {
    const { orderId } = await test.paying("B6", { email: "asking@example.com" });
    await test.simulator.pay(orderId);
    await test.settle(orderId);
    await test
      .get(BookingRequestsService)
      .submit(await test.bookingOf(orderId), {
        ...{ kind: "substitute", text: "For Planted Business" },
        details: { ...PERSON, email: "substitute@example.com", pincode: "560001" },
      });
    const unanswered = "request (No operator has answered it yet.)";
    expect(await kinds("asking@example.com")).toContain(unanswered);
    expect(await kinds("substitute@example.com")).toEqual([unanswered]);
    expect((await records("substitute@example.com"))[0]).toMatchObject({ data: { Name: "Planted Person" } });

    const issue = await test.mela.value("SELECT id FROM issues WHERE kind = 'booking_request'");
    const reply = { action: "request_declined", reason: "Planted Aunt has to sign, too" };
    expect((await operator.post(`${ADMIN}/issues/${issue}/resolution`, reply)).status).toBe(200);
    expect(await test.planted([reply.reason])).toEqual([`booking_requests: ${reply.reason}`, `mails: ${reply.reason}`]);
    await test.mailsAreSent();
    await test.age("mails", "created_at", 366);
    await test.age("booking_requests", "answered_at", 364);
    expect(await test.retention.run()).toMatchObject({ bookingRequests: 0 });
    await test.age("booking_requests", "answered_at", 366);
    expect(await test.retention.run()).toMatchObject({ bookingRequests: 1 });
    expect(await test.retention.run()).toMatchObject({ bookingRequests: 0 });
    expect(await test.planted([reply.reason])).toEqual([]);
    expect((await test.planted()).filter((found) => found.startsWith("booking_requests"))).toEqual([]);
    expect(await kinds("substitute@example.com")).toEqual([]);
  });

  it("erases a person's data on request, except records in use", async () => {
    const contact = "leaving@example.com";
    // Names that are common words in other texts.
    const { visitor } = await test.registered("B7", { email: contact, fullName: "of" });
    await visitor.release("B7");
    await test.registered("B8", { email: contact });
    await test.join("submit-lead", { email: contact, fullName: "Listing" });
    await test.mela.visitor().post("/api/v1/support/submit", support({ email: contact }));
    await test.mailsAreSent();
    expect((await kinds(contact)).filter((kind) => !kind.startsWith("mail")).sort()).toEqual([
      "application",
      "enquiry",
      "registration",
      held,
    ]);
    const others = () =>
      test.mela.column(
        `SELECT content::text AS row FROM invoices UNION ALL SELECT e::text FROM booking_events e
         UNION ALL SELECT e::text FROM listing_events e UNION ALL SELECT l::text FROM audit_log l
          WHERE action NOT LIKE 'person_%'
         UNION ALL SELECT m::text FROM mails m WHERE erased_at IS NULL AND m::text NOT LIKE $1 ORDER BY row`,
        [`%${contact}%`],
      );
    const before = await others();
    const erased = await send("erase", { contact, reason: "letter" });
    expect(erased.body).toMatchObject({ kept: 1 });
    expect(await kinds(contact)).toEqual([held]);
    expect(await others()).toEqual(before);
  });

  it("keeps data while late money for an ended order can still arrive", async () => {
    const contact = "late@example.com";
    await test.released("B10", { email: contact });
    expect(await kinds(contact)).toContain(held);
    await test.age("orders", "ended_at", 3);
    expect(await kinds(contact)).toContain("registration");
  });

  it("corrects every record that can still change", async () => {
    const contact = "before@example.com";
    await test.registered("B9", { email: contact });
    await test.join("submit-lead", { email: contact });
    const right = { fullName: "Meena K. Rao", email: "after@example.com", phoneNumber: "+91 9812300009" };
    const response = await send("correct", { contact, reason: "mistyped", ...right });
    expect(response.body).toMatchObject({ changed: 2 });
    expect((await records("after@example.com")).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["registration", "application"]),
    );
    const byPhone = (await records("9812300009")).filter(({ kind }) => kind !== "mail");
    expect(byPhone.map(({ data }) => (data as Record<string, string>)["Name"])).toEqual([
      "Meena K. Rao",
      "Meena K. Rao",
    ]);
  });

  it("corrects a name without mixing it with the old one, and revokes links mailed to the former address", async () => {
    const contact = "mistyped@example.com";
    const sale = await test.sold("B13", { email: contact, phoneNumber: "9812300041" });
    const links = test.get(MailedLinksService);
    const token = (await links.url("booking", randomUUID(), sale.bookingId)).split("#")[1] ?? "";
    await test.mela.visitor().post("/api/v1/support/submit", support({ email: contact }));

    await send("correct", { contact, reason: "mistyped", fullName: "Sunita" });
    expect(await links.open("booking", token)).toBeDefined();
    await test.mela.query("UPDATE mails SET state = 'sending' WHERE to_address = $1", [contact]);
    await send("correct", { contact, reason: "mistyped", email: "right@example.com" });
    expect((await records(contact)).map(({ kind }) => kind)).not.toContain("mail");
    expect(await links.open("booking", token)).toBeUndefined();
    const enquiry = (await records("right@example.com")).find(({ kind }) => kind === "enquiry");
    expect(enquiry?.["data"]).toMatchObject({ "First name": "Sunita" });
    expect(enquiry?.["data"]).not.toHaveProperty("Last name");
  });

  it("leaves an owner's own data alone when her partner's WhatsApp number is corrected", async () => {
    const mine = { fullName: "Asha Owner", email: "asha.owner@example.com", phoneNumber: "9812300051" };
    const numbers = { whatsappNumber: "9812300051", whatsappBusinessContact: "9812300052" };
    await test.join("submit-lead", { ...mine, ...numbers });
    const partner = { contact: "9812300052", reason: "a new number", fullName: "Partner Name" };
    await send("correct", { ...partner, email: "partner@example.com", phoneNumber: "9812300053" });
    const ofHers = async (contact: string) =>
      (await records(contact)).find(({ kind }) => kind === "application")?.["data"];
    expect(await ofHers(mine.email)).toMatchObject({
      ...{ Name: "Asha Owner", Phone: "9812300051", WhatsApp: "9812300051" },
      "WhatsApp of the business": "9812300053",
    });
    // Her own number is corrected in every field.
    await send("correct", { contact: mine.email, reason: "a new number", phoneNumber: "9812300054" });
    expect(await records("9812300051")).toEqual([]);
    expect(await ofHers("9812300054")).toMatchObject({ WhatsApp: "9812300054" });
  });

  it("corrects the brand's page, where it shows the former details", async () => {
    const former = { fullName: "Rani Former", email: "rani.former@example.com", phoneNumber: "9812300061" };
    const numbers = { whatsappBusinessContact: former.phoneNumber, whatsappNumber: former.phoneNumber };
    const { applicationId } = await test.paid({ ...former, ...numbers, brandName: "Rani Weaves" });
    await operator.post(`${ADMIN}/listings/${applicationId}/approve`, { noPictures: true });
    // As she chose on her page.
    await test.mela.query(
      `UPDATE brands SET partner_name = 'Rani Former', contact_email = 'rani.former@example.com',
              contact_phone = '+91 98123 00061', whatsapp_url = 'https://wa.me/919812300061', contacts_chosen_at = now()
        WHERE name = 'Rani Weaves'`,
    );
    const right = { fullName: "Rani Right", email: "rani.right@example.com", phoneNumber: "9812300062" };
    const { body } = await send("correct", { contact: former.email, reason: "mistyped", ...right });
    expect(body).toMatchObject({ changed: 2 });
    const shown = { partnerName: "Rani Right", contactEmail: right.email, contactPhone: "+91 98123 00062" };
    expect(await test.listed("Rani Weaves")).toMatchObject([{ ...shown, whatsappUrl: "https://wa.me/919812300062" }]);
    expect((await records(former.email)).map(({ kind }) => kind)).not.toContain("brand");
  });

  it.each([
    ["bookings", "registration", "columns@example.com", "9812300031"],
    ["listing_applications", "application", "columns@example.com", "9812300032"],
    ["enquiries", "enquiry", "columns@example.com", "9812300033"],
    ["waiting_places", "waiting place", "columns@example.com", "9812300034"],
  ] as const)("exports every column of %s but those listed as not personal", async (...each) => {
    const [table, kind, email, phone] = each;
    const gst = { ...LINES, gstNumber: "27AAGCR4375J1ZY" };
    if (table === "bookings") await test.registered("B12", { email, phoneNumber: phone, ...gst });
    if (table === "enquiries")
      await test.mela.visitor().post("/api/v1/corporate-gifting/submit", gifting({ email, phone }));
    if (table === "waiting_places")
      await test.mela.query(
        `INSERT INTO waiting_places (id, event_id, stall_type, full_name, email, phone, mailbox, turn)
         SELECT gen_random_uuid(), min(id), 'Premium', 'Asha Column', $1, $2, $1, 0 FROM events`,
        [email, phone],
      );
    if (table === "listing_applications") await test.join("submit-lead", { ...OWNER, email, phoneNumber: phone });
    // Texts that operators write about her.
    await test.mela.query("UPDATE listing_applications SET decision_reason = 'No shop' WHERE email = $1", [email]);
    await test.mela.query("UPDATE enquiries SET subject = 'Boxes', answer_note = 'By phone' WHERE email = $1", [email]);
    const columns = await test.mela.query<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns
        WHERE table_name = $1 AND data_type IN ('text', 'jsonb') AND is_generated = 'NEVER'`,
      [table],
    );
    const [row] = await test.mela.query<Record<string, unknown>>(`SELECT * FROM ${table} WHERE email = $1`, [email]);
    const copy = (await records(email)).find((record) => record["kind"] === kind);
    const copied = Object.values(copy?.["data"] as object);
    const missing = columns.filter(({ name }) => !copied.includes(row?.[name]));
    expect(missing.map(({ name }) => name).sort()).toEqual(NOT_PERSONAL[table]);
  });

  it("requires an operator and a phone or e-mail, and keeps personal data out of the audit log", async () => {
    const viewer = await logIn(test.mela, "lata", "viewer");
    for (const call of ["records", "erase", "correct"]) {
      const body = { contact: "after@example.com", reason: "curious" };
      expect((await viewer.post(`${ADMIN}/person/${call}`, body)).status).toBe(403);
      expect((await test.mela.visitor().post(`${ADMIN}/person/${call}`, body)).status).toBe(401);
      for (const contact of ["", "12345", "no address", "a@b@c"]) {
        expect((await send(call, { contact, reason: "a reason" })).body["code"]).toBe("invalid_request");
      }
    }
    const nothing = await send("correct", { contact: "after@example.com", reason: "a reason", email: " " });
    expect([nothing.status, nothing.body["message"]]).toEqual([400, "Nothing to correct was given"]);
    const lines = await test.mela.query<{ line: string }>(
      "SELECT a::text AS line FROM audit_log a WHERE subject_type = 'person'",
    );
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.filter(({ line }) => /@|98123/.test(line))).toEqual([]);
  });

  it("exports, corrects and erases from the command line by the same rules", async () => {
    const database = test.get(Database);
    const secrets = new Secrets(test.mela.config);
    const persons = new PersonService(
      database,
      new PersonalData(test.get(PicturesService)),
      new AuditLogService(database),
      secrets,
    );
    const output: string[] = [];
    const run = (...words: string[]): Promise<void> => runPersonCommand(words, persons, (line) => output.push(line));
    await run("export", "after@example.com");
    expect(JSON.parse(output[0] ?? "")).toMatchObject({ records: expect.any(Array) as unknown });
    await run("correct", "after@example.com", "--name", "Meena Rao", "--reason", "she wrote to us");
    expect(output[1]).toMatch(/^Corrected [1-9]\d* records\.$/);
    await run("erase", "after@example.com", "--reason", "she wrote to us");
    expect(output[2]).toMatch(/^Erased \d+ records; \d+ are kept/);
    await expect(run("erase", "after@example.com")).rejects.toThrow(/say why/);
    await expect(run("export", "nobody")).rejects.toThrow(/e-mail address or a phone number/);
    await expect(run("correct", "after@example.com", "--reason", "none")).rejects.toThrow(/Nothing to correct/);
    await expect(run("forget", "x")).rejects.toThrow(/npm run person/);
  });
});
