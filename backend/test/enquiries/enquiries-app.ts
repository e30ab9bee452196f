import { EnquiriesModule } from "../../src/enquiries/enquiries.module.js";
import { type TestResponse, MelaTest } from "../bookings/mela.js";

/** A valid gifting request, with changes; undefined omits a field. */
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

/** A valid message to support, with changes. */
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

/** The Mela's API with the enquiry endpoints. */
export class EnquiriesTest {
  private constructor(readonly mela: MelaTest) {}

  static async start(settings: Readonly<Record<string, string>> = {}): Promise<EnquiriesTest> {
    const own = { OPERATOR_EMAIL: "operator@bazaar.example", ...settings };
    return new EnquiriesTest(await MelaTest.start(own, [EnquiriesModule]));
  }

  gifting(body: object, headers: Record<string, string> = {}): Promise<TestResponse> {
    return this.post("corporate-gifting", body, headers);
  }

  support(body: object, headers: Record<string, string> = {}): Promise<TestResponse> {
    return this.post("support", body, headers);
  }

  /** States of the enquiries, oldest first. */
  states(): Promise<string[]> {
    return this.mela.column(
      "SELECT state || coalesce(': ' || suspicion, '') || ' ×' || times_sent FROM enquiries ORDER BY created_at",
    );
  }

  /** Template and recipient of the queued mails, sorted. */
  mails(): Promise<string[]> {
    return this.mela.column("SELECT template || ' to ' || to_address AS line FROM mails ORDER BY line");
  }

  forget(): Promise<unknown> {
    return this.mela.query("DELETE FROM enquiries; DELETE FROM mails; DELETE FROM outbox");
  }

  private async post(form: string, payload: object, headers: Record<string, string>): Promise<TestResponse> {
    const url = `/api/v1/${form}/submit`;
    const response = await this.mela.app.inject({ method: "POST", url, headers, payload });
    return { status: response.statusCode, body: response.json(), headers: response.headers };
  }
}
