import { createHash } from "node:crypto";
import { Injectable } from "@nestjs/common";
import type { CorporateGiftingDto } from "@sakhi/domain/enquiries/corporate-gifting.dto";
import { ENQUIRY_RESPONSES, suspicionOf } from "@sakhi/domain/enquiries/enquiry.rules";
import type { Suspicion } from "@sakhi/domain/enquiries/enquiry.rules";
import type { SupportMessageDto } from "@sakhi/domain/enquiries/support-message.dto";
import { Database } from "../platform/database/database.js";
import type { Tx } from "../platform/database/database.js";
import { RateLimits } from "../platform/http/rate-limits.js";
import { EnquiriesRepository } from "./enquiries.repository.js";
import type { EnquiryText } from "./enquiries.repository.js";
import { EnquiryMails } from "./enquiry-mails.service.js";
import type { EnquiryResponse } from "./enquiry.response.js";

/** How an enquiry reached us. */
export interface EnquiryVisit {
  /** The address it came from. */
  readonly address: string;
  /** How long the form stood open, in ms, where the page told. */
  readonly filledMs: number | undefined;
}

/** Takes what people write to us: writes it down, confirms it and brings it to the organisation. */
@Injectable()
export class EnquiriesService {
  constructor(
    private readonly database: Database,
    private readonly enquiries: EnquiriesRepository,
    private readonly mails: EnquiryMails,
    private readonly limits: RateLimits,
  ) {}

  /** @throws HttpError rate_limited */
  submitCorporateGifting(dto: CorporateGiftingDto, visit: EnquiryVisit): Promise<EnquiryResponse> {
    const text: EnquiryText = {
      kind: "corporate_gifting",
      first_name: dto.firstName,
      last_name: dto.lastName,
      email: dto.email,
      phone: dto.phone,
      company: dto.company,
      is_member: dto.isMember === "yes",
      subject: null,
      message: dto.requirements,
    };
    return this.take(text, dto.website, visit);
  }

  /** @throws HttpError rate_limited */
  submitSupport(dto: SupportMessageDto, visit: EnquiryVisit): Promise<EnquiryResponse> {
    const text: EnquiryText = {
      kind: "support",
      first_name: dto.firstName,
      last_name: dto.lastName,
      email: dto.email,
      phone: dto.phone ?? null,
      company: null,
      is_member: null,
      subject: dto.subject,
      message: dto.message,
    };
    return this.take(text, dto.website, visit);
  }

  /**
   * Lets an enquiry through that was kept aside; its mails go out now.
   *
   * @returns false where there is no such enquiry, or it is not aside
   */
  letThrough(enquiryId: string): Promise<boolean> {
    return this.database.transaction((tx) => this.letThroughInTx(tx, enquiryId));
  }

  /** As {@link letThrough}, in the caller's transaction. */
  async letThroughInTx(tx: Tx, enquiryId: string): Promise<boolean> {
    const enquiry = await this.enquiries.letThrough(tx, enquiryId);
    if (enquiry !== undefined) await this.mails.queue(tx, enquiry);
    return enquiry !== undefined;
  }

  /** The answer is the same for everyone: a bot learns nothing, and a double click is one enquiry. */
  private async take(text: EnquiryText, trap: unknown, visit: EnquiryVisit): Promise<EnquiryResponse> {
    const { address, filledMs } = visit;
    const suspicion = suspicionOf({ trap, filledMs });
    const undo = await this.limits.use(
      { limit: "enquiries_per_email", by: text.email.toLowerCase() },
      { limit: "enquiries_per_address", by: address },
    );
    if (!(await this.keep(text, suspicion))) await undo();
    return { message: ENQUIRY_RESPONSES[text.kind] };
  }

  /** @returns whether it is news: neither sent before nor of another mind about its sender */
  private keep(text: EnquiryText, suspicion: Suspicion | undefined): Promise<boolean> {
    const digest = digestOf(text);
    return this.database.transaction(async (tx) => {
      const before = await this.enquiries.sentBefore(tx, digest);
      if (before === undefined) {
        const enquiry = await this.enquiries.insert(tx, text, digest, suspicion);
        if (enquiry.state === "received") await this.mails.queue(tx, enquiry);
        return true;
      }
      await this.enquiries.countAgain(tx, before.id);
      // A person whose first try looked like a bot's has tried again and looks like a person.
      const through = suspicion === undefined ? await this.enquiries.letThrough(tx, before.id) : undefined;
      if (through !== undefined) await this.mails.queue(tx, through);
      return through !== undefined;
    });
  }
}

/** Recognises the same words of the same person, however they wrote their address. */
function digestOf(text: EnquiryText): string {
  const { kind, first_name, last_name, email, phone, company, is_member, subject, message } = text;
  const words = [
    kind,
    first_name,
    last_name,
    email.toLowerCase(),
    phone,
    company,
    is_member,
    subject,
    message,
  ];
  return createHash("sha256").update(JSON.stringify(words)).digest("base64url");
}
