import { IsInt, Max, Min } from "class-validator";
import problems from "../generated/messages/en/admin-event-problems.js";
import { STALLS_PER_ORDER } from "./several-stalls.rules.js";

const NUMBER = { message: problems.order.stalls(STALLS_PER_ORDER) };

/** PUT /api/v1/mela/admin/events/{event}/stalls-per-order: how many stalls one order may have. */
export class StallsPerOrderDto {
  /** 1 to 6; 1: each stall is booked alone. */
  @Max(STALLS_PER_ORDER.most, NUMBER)
  @Min(STALLS_PER_ORDER.least, NUMBER)
  @IsInt(NUMBER)
  most!: number;
}
