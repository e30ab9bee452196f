import { IsInt, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { blankIsAbsent, wholeNumber } from "../catalogue/query-text.dto.js";
import { eventSlug } from "../fields/named-event.dto.js";

/** Bookings of a page: unless asked otherwise, and at most. */
export const BOOKINGS_PAGE = { usual: 100, most: 500 } as const;

const CURSOR = "Please send the `next` of an earlier answer";

/** GET /api/v1/bookings: a page of the bookings, oldest first. */
export class BookingsListDto {
  /** The event's slug, or "all"; by default the current event. */
  @eventSlug
  event?: string;

  /** Page size, 1 to 500; 100 by default. */
  @wholeNumber
  @IsOptional()
  @IsInt({ message: "The limit must be a whole number" })
  @Min(1, { message: "The limit must be at least 1" })
  @Max(BOOKINGS_PAGE.most, { message: `The limit must be at most ${BOOKINGS_PAGE.most}` })
  limit?: number;

  /** Continues after a page: its `next`. */
  @blankIsAbsent
  @IsOptional()
  @MaxLength(60, { message: CURSOR })
  @Matches(/^\d{1,16}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, { message: CURSOR })
  after?: string;
}
