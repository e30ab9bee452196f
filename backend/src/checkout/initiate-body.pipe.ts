import { Injectable } from "@nestjs/common";
import type { PipeTransform, Type } from "@nestjs/common";
import { InitiateListingPaymentDto } from "@sakhi/domain/listings/submit-application.dto";
import { InitiateMelaPaymentDto } from "@sakhi/domain/payments/initiate-mela-payment.dto";
import { HttpError } from "../platform/http/error-response.js";
import { validationPipe } from "../platform/http/validation.pipe.js";

/** What POST /api/v1/cashfree/initiate takes: a stall's payment or a listing's. */
export type InitiateBody = InitiateMelaPaymentDto | InitiateListingPaymentDto;

/**
 * Tells the two bodies apart by submissionType and metadata (readings 44), and has each checked by its own rules.
 * A body that is neither is refused.
 */
@Injectable()
export class InitiateBodyPipe implements PipeTransform<unknown, Promise<InitiateBody>> {
  private readonly validation = validationPipe();

  /** @throws HttpError invalid_request with the fields that are not right */
  async transform(body: unknown): Promise<InitiateBody> {
    const metatype = kindOf(body);
    if (metatype === undefined) {
      const sentence = "Please say what the payment is for: a listing or a Mela stall";
      throw new HttpError("invalid_request", { fields: { submissionType: [sentence] } }, {}, sentence);
    }
    return (await this.validation.transform(body, { type: "body", metatype })) as InitiateBody;
  }
}

function kindOf(body: unknown): Type<InitiateBody> | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  if ("submissionType" in body) return InitiateListingPaymentDto;
  if ("metadata" in body) return InitiateMelaPaymentDto;
  return undefined;
}
