import { IsInt, Max, Min } from "class-validator";
import { STALLS_PER_ORDER } from "./several-stalls.rules.js";

const NUMBER = { message: `From ${STALLS_PER_ORDER.least} to ${STALLS_PER_ORDER.most} stalls` };

/** PUT /api/v1/mela/admin/events/{event}/stalls-per-order: how many stalls one order may have. */
export class StallsPerOrderDto {
  /** 1 to 6; 1: each stall is booked alone. */
  @Max(STALLS_PER_ORDER.most, NUMBER)
  @Min(STALLS_PER_ORDER.least, NUMBER)
  @IsInt(NUMBER)
  most!: number;
}
