import { IsString, Matches } from "class-validator";

/** A stall's number: A or B and up to two digits; whether it exists is the server's to say. */
const STALL_ID = /^[A-Z]\d{1,2}$/;

/** POST /api/v1/mela/reserve and /release: the stall in question. */
export class StallIdDto {
  /** The stall's number, e.g. B12. */
  @Matches(STALL_ID, { message: "Please choose a stall by its number, e.g. B12" })
  @IsString({ message: "Please choose a stall" })
  stallId!: string;
}
