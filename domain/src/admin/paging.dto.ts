import { IsInt, IsOptional, Max, Min } from "class-validator";
import { wholeNumber } from "../catalogue/query-text.dto.js";

/** Maximum page size. */
const MAX_PAGE = 1000;
/** Default page size. */
export const DEFAULT_PAGE_SIZE = 500;

/** A page of a list; the response header X-Total-Count holds the total count. */
export class PagingQueryDto {
  /** Page size, 1 to 1000; 500 by default. */
  @wholeNumber
  @IsOptional()
  @IsInt({ message: "The limit must be a whole number" })
  @Min(1, { message: "The limit must be at least 1" })
  @Max(MAX_PAGE, { message: `The limit must be at most ${MAX_PAGE}` })
  limit?: number;

  /** Number of entries to skip. */
  @wholeNumber
  @IsOptional()
  @IsInt({ message: "The offset must be a whole number" })
  @Min(0, { message: "The offset must be at least 0" })
  @Max(1_000_000, { message: "The offset must be at most 1000000" })
  offset?: number;
}
