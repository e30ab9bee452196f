import { optionalEmailAddress } from "../fields/identifiers.dto.js";

/** POST /api/v1/mela/admin/mails/{id}/resend. */
export class ResendMailDto {
  /** Corrected recipient, if the original address was wrong. */
  @optionalEmailAddress("Please enter a valid email address", 254)
  to?: string;
}
