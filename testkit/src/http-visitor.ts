import { randomInt } from "node:crypto";
import { until } from "./until.js";

/** An answer of the API; the body is whatever JSON it was. */
export interface HttpReply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What a registration returned, and what it was made with. */
export interface Registered {
  readonly orderId: string;
  readonly email: string;
  readonly finalAmount: number;
}

/** Only to say that no answer came: far beyond what the slowest machine needs. */
const CALL_MS = 240_000;

/** An order id as the browser makes it. */
export function newOrderId(): string {
  return `MELA${Date.now()}t${String(randomInt(1_000_000_000)).padStart(9, "0")}`;
}

/** A browser's side of a booking over HTTP, with a cookie of its own. Any of the product's api processes will do. */
export class HttpVisitor {
  cookie: string | undefined;
  readonly email: string;
  readonly phone: string;

  constructor(
    /** The api process spoken to; may be changed between two calls, as a load balancer does. */
    public site: string,
    number: number = randomInt(900_000_000),
  ) {
    this.email = `visitor.${number}@example.com`;
    this.phone = `9${String(number).padStart(9, "0")}`;
  }

  get(path: string): Promise<HttpReply> {
    return this.call("GET", path, undefined);
  }

  post(path: string, body: object, headers: Record<string, string> = {}): Promise<HttpReply> {
    return this.call("POST", path, body, headers);
  }

  reserve(stallId: string): Promise<HttpReply> {
    return this.post("/api/v1/mela/reserve", { stallId });
  }

  release(stallId: string): Promise<HttpReply> {
    return this.post("/api/v1/mela/release", { stallId });
  }

  myHold(): Promise<HttpReply> {
    return this.get("/api/v1/mela/my-hold");
  }

  registration(stallId: string, orderId = newOrderId()): Record<string, unknown> {
    return {
      orderId,
      fullName: "Asha Rao",
      email: this.email,
      phoneNumber: this.phone,
      businessName: "Asha Weaves",
      pincode: "560001",
      stallId,
      stallType: stallId.startsWith("A") ? "Premium" : "General",
      paymentStatus: "payment_pending",
    };
  }

  register(registration: Record<string, unknown>): Promise<HttpReply> {
    return this.post("/api/v1/mela/create-provisional-registration", registration);
  }

  payment(stallId: string, orderId: string, amount: number): Record<string, unknown> {
    return {
      orderId,
      amount,
      customerName: "Asha Rao",
      customerEmail: this.email,
      customerPhone: this.phone,
      metadata: {
        type: "mela_stall",
        stallId,
        stallType: stallId.startsWith("A") ? "Premium" : "General",
        businessName: "Asha Weaves",
        pincode: "560001",
      },
    };
  }

  initiate(payment: Record<string, unknown>): Promise<HttpReply> {
    return this.post("/api/v1/cashfree/initiate", payment);
  }

  status(orderId: string): Promise<HttpReply> {
    return this.get(`/api/v1/mela/payment-status/${orderId}`);
  }

  /** Reserves and registers; fails unless both are granted. */
  async reserveAndRegister(stallId: string): Promise<Registered> {
    granted(await this.reserve(stallId));
    const registration = this.registration(stallId);
    const { body } = granted(await this.register(registration));
    return { orderId: String(registration["orderId"]), email: this.email, finalAmount: Number(body["finalAmount"]) };
  }

  /**
   * Reserves, registers and opens the payment; fails unless all are granted. Where the machine stood still for longer
   * than the product waits for the provider, it says so, and is asked again as by a person.
   */
  async reserveAndInitiate(stallId: string): Promise<Registered> {
    const registered = await this.reserveAndRegister(stallId);
    const payment = this.payment(stallId, registered.orderId, registered.finalAmount);
    await until("the provider to answer in time", async () => {
      const answer = await this.initiate(payment);
      if (answer.body["code"] === "provider_unavailable") return false;
      granted(answer);
      return true;
    });
    return registered;
  }

  /** An application to be listed, as the wizard hands it in. */
  application(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
    return {
      fullName: "Meera Joshi",
      email: this.email,
      phoneNumber: `+91${this.phone}`,
      whatsappNumber: `+91${this.phone}`,
      brandName: `Meera Prints ${this.phone}`,
      companyType: "product",
      businessCategory: "Apparel",
      businessStage: "growth",
      businessType: "manufacturer",
      story: "We print cotton by hand with blocks that my grandmother carved, in a workshop of nine women.",
      hasGSTIN: "no",
      govtDocument: "UDYAM-KA-0000001",
      businessAddress: "12 Temple Road, Bengaluru 560001",
      whatsappBusinessContact: `+91${this.phone}`,
      isStartup: "no",
      interestedInPopups: "yes",
      previousParticipation: [],
      hearAboutUs: "friend",
      consent: true,
      ...changes,
    };
  }

  protected async call(
    method: "GET" | "POST" | "PUT",
    path: string,
    body: object | undefined,
    headers: Record<string, string> = {},
    withinMs = CALL_MS,
  ): Promise<HttpReply> {
    const response = await fetch(`${this.site}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(this.cookie === undefined ? {} : { cookie: this.cookie }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(withinMs),
    });
    const given = response.headers.getSetCookie()[0]?.split(";")[0];
    if (given !== undefined) this.cookie = given;
    const text = await response.text();
    return { status: response.status, body: (text === "" ? {} : JSON.parse(text)) as HttpReply["body"] };
  }
}

/** The answer, if it was a yes. */
export function granted(answer: HttpReply): HttpReply {
  if (answer.status === 200 || answer.status === 201) return answer;
  throw new Error(`refused: ${answer.status} ${JSON.stringify(answer.body)}`);
}
