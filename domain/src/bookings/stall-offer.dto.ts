import { IsString, Length, Matches, MaxLength } from "class-validator";
import { STALL_ID_LENGTH, STALL_ID_PATTERN } from "../stalls/stall.types.js";
import { STALL_OFFER_TOKEN_LENGTH } from "./stall-offer.rules.js";

/** POST /api/v1/mela/offer/look and /decline. */
export class StallOfferTokenDto {
  /** The link's fragment (after the #). Malformed and unknown tokens get the same response. */
  @Length(1, STALL_OFFER_TOKEN_LENGTH, { message: "Please open the link in our mail" })
  @IsString({ message: "Please open the link in our mail" })
  token!: string;
}

/** POST /api/v1/mela/offer/accept. */
export class AcceptStallOfferDto extends StallOfferTokenDto {
  /** The chosen stall's number, e.g. B12. */
  @Matches(STALL_ID_PATTERN, { message: "Please choose a stall by its number, e.g. B12" })
  @MaxLength(STALL_ID_LENGTH, { message: "Please choose a stall by its number, e.g. B12" })
  @IsString({ message: "Please choose a stall" })
  stallId!: string;
}
