import { IsBoolean, IsInt, IsNumber, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { combined } from "../fields/combined.dto.js";
import problems from "../generated/messages/en/admin-booking-problems.js";
import { MAX_STALL_PRICE_RUPEES } from "../operator/operator.rules.js";
import { ReasonDto } from "../operator/reason.dto.js";
import { STALL_ID_LENGTH, STALL_ID_PATTERN } from "../stalls/stall.types.js";
import { MOVE_LINK_HOURS } from "./move.rules.js";

const STALL = { message: problems.stall };
/** A difference of two prices in rupees; IsOptional first, as nothing else applies without one. */
const isDifference = combined(IsOptional(), Max(MAX_STALL_PRICE_RUPEES), Min(-MAX_STALL_PRICE_RUPEES), IsNumber());
const HOURS = { message: problems.linkHours(MOVE_LINK_HOURS) };

/** POST /api/v1/mela/my-booking/moves: moves the booking to a free stall, or keeps it until the difference is paid. */
export class AskMoveDto {
  /** The stall to move to, e.g. B12. */
  @MaxLength(STALL_ID_LENGTH, STALL)
  @Matches(STALL_ID_PATTERN, STALL)
  toStallId!: string;

  /** The difference that she has seen, in rupees: another one is refused. Negative if money comes back. */
  @isDifference
  seenDifference?: number;
}

/** POST /api/v1/mela/admin/bookings/{id}/stall-moves: moves a sold booking to any free stall of its event. */
export class MoveSaleDto extends ReasonDto {
  /** The stall to move to, e.g. B12. */
  @MaxLength(STALL_ID_LENGTH, STALL)
  @Matches(STALL_ID_PATTERN, STALL)
  toStallId!: string;

  /** Ask for no money and return none, whatever the stall costs. */
  @IsOptional()
  @IsBoolean()
  waived?: boolean;
}

/** PUT /api/v1/mela/admin/events/{event}/move-settings: how holders of an event move. */
export class MoveSettingsDto {
  /** Holders may move on their own while stalls are sold. */
  @IsBoolean({ message: problems.byHolder })
  byHolder!: boolean;

  /** How long an operator's link to pay works, in hours. */
  @Max(MOVE_LINK_HOURS.most, HOURS)
  @Min(MOVE_LINK_HOURS.least, HOURS)
  @IsInt(HOURS)
  linkHours!: number;
}
