import { IsString, Length } from "class-validator";
import { STALL_ID_LENGTH } from "../stalls/stall.types.js";
import { RegistrationFormDto } from "./registration-form.dto.js";

/** POST /api/v1/mela/gate/{slug}/walk-ins: reserves a free stall for somebody at the gate, who pays for it by a UPI QR code. */
export class WalkInDto extends RegistrationFormDto {
  @Length(2, STALL_ID_LENGTH, { message: "Please choose a stall by its number, e.g. B12" })
  @IsString({ message: "Please choose a stall" })
  stallId!: string;
}
