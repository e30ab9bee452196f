import { IsString, Matches, MaxLength } from "class-validator";
import { STALL_ID_PATTERN } from "../stalls/stall.types.js";

/** POST /api/v1/mela/reserve and /release: the stall in question. */
export class StallIdDto {
  /** The stall's number, e.g. B12. */
  @MaxLength(3, { message: "Please choose a stall by its number, e.g. B12" })
  @Matches(STALL_ID_PATTERN, { message: "Please choose a stall by its number, e.g. B12" })
  @IsString({ message: "Please choose a stall" })
  stallId!: string;
}
