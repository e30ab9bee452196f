import { IsInt, IsOptional, Max, Min } from "class-validator";
import { wholeNumber } from "../catalogue/query-text.dto.js";

/** Longest part of a list that one answer holds. */
const MAX_PAGE = 1000;
/** The default page of a list. */
export const USUAL_PAGE = 500;

/** Which part of a list is asked for; the answer's X-Total-Count says how long the whole is. */
export class PagingQueryDto {
  /** How many at most, 1 to 1000; 500 when nothing is said. */
  @wholeNumber
  @IsOptional()
  @IsInt({ message: "The limit must be a whole number" })
  @Min(1, { message: "The limit must be at least 1" })
  @Max(MAX_PAGE, { message: `The limit must be at most ${MAX_PAGE}` })
  limit?: number;

  /** How many to leave out at the beginning. */
  @wholeNumber
  @IsOptional()
  @IsInt({ message: "The offset must be a whole number" })
  @Min(0, { message: "The offset must be at least 0" })
  @Max(1_000_000, { message: "The offset must be at most 1000000" })
  offset?: number;
}
