import { IsBoolean, IsOptional, IsString, Matches, MaxLength } from "class-validator";
import { eventSlug, NamedEventDto } from "../fields/named-event.dto.js";
import { STALL_ID_LENGTH, STALL_ID_PATTERN } from "../stalls/stall.types.js";
import { PROOF_MAX_LENGTH } from "./live-holds.rules.js";
import { STALL_OFFER_TOKEN_LENGTH } from "./stall-offer.rules.js";

/** A call about one stall. */
export class StallIdDto extends NamedEventDto {
  /** The stall's number, e.g. B12. */
  @MaxLength(STALL_ID_LENGTH, { message: "Please choose a stall by its number, e.g. B12" })
  @Matches(STALL_ID_PATTERN, { message: "Please choose a stall by its number, e.g. B12" })
  @IsString({ message: "Please choose a stall" })
  stallId!: string;
}

/** POST /api/v1/mela/release. */
export class ReleaseStallDto extends StallIdDto {
  /** Removes this stall only from an order of several; without it all of them are released. */
  @IsOptional()
  @IsBoolean({ message: "Say whether only this stall is released" })
  onlyThis?: boolean;
}

/** POST /api/v1/mela/reserve. */
export class ReserveStallDto extends StallIdDto {
  /**
   * Slug of the event whose floor plan the stall was chosen from (the header Plan-Event of the layout); a reserve for
   * another event is refused with event_changed.
   */
  @eventSlug
  planEvent?: string;

  /** The solved `challenge` of a `proof_required` error: base64 of `{"challenge": …, "solution": …}` (ALTCHA v2). */
  @IsOptional()
  @Matches(/^[A-Za-z0-9+/=]+$/, { message: "The proof is base64" })
  @MaxLength(PROOF_MAX_LENGTH, { message: "The proof is too long" })
  @IsString({ message: "The proof is a text" })
  proof?: string;

  /** The secret of the link with which a freed stall was offered to her on the waiting list. */
  @IsOptional()
  @MaxLength(STALL_OFFER_TOKEN_LENGTH, { message: "Please open the link in our mail" })
  @IsString({ message: "Please open the link in our mail" })
  offer?: string;

  /** Adds the stall to her hold, in one order with it; without it her hold is replaced. */
  @IsOptional()
  @IsBoolean({ message: "Say whether the stall is added to yours" })
  add?: boolean;
}
