import { Type } from "class-transformer";
import { ArrayMaxSize, IsArray, IsInt, IsUUID, Matches, Max, MaxLength, Min, ValidateNested } from "class-validator";
import { combined } from "../fields/combined.dto.js";
import { MAX_TICKS } from "./gate.rules.js";

const AGAIN = "Please load the gate's page again";
/** Milliseconds since 1970 up to the year 9999, which every date can show. */
const MAX_MS = 253_402_300_799_000;

const isId = combined(IsUUID("all", { message: AGAIN }));
const isInstant = combined(Max(MAX_MS, { message: AGAIN }), Min(0, { message: AGAIN }), IsInt({ message: AGAIN }));
const isList = combined(ArrayMaxSize(MAX_TICKS, { message: AGAIN }), IsArray({ message: AGAIN }));

/** An arrival that a phone ticked. */
export class TickDto {
  /** Made by the phone; a tick that is sent again keeps it. */
  @isId
  id!: string;

  @isId
  bookingId!: string;

  /** The stall that the phone showed: it is notified if the booking has moved. */
  @MaxLength(10, { message: AGAIN })
  @Matches(/^[A-Z]\d{1,3}$/, { message: AGAIN })
  stallId!: string;

  /** When, by the phone's clock, in ms since 1970. */
  @isInstant
  at!: number;
}

/** A tick that was a mistake. */
export class UndoTickDto {
  @isId
  tickId!: string;
}

/** POST /api/v1/mela/gate/{slug}/ticks: what a phone ticked and undid since it last reached us. */
export class SendTicksDto {
  /** The phone's clock as it sends this, in ms since 1970: what its clock is off by is taken out. */
  @isInstant
  sentAt!: number;

  @isList
  @ValidateNested({ each: true })
  @Type(() => TickDto)
  ticks!: TickDto[];

  @isList
  @ValidateNested({ each: true })
  @Type(() => UndoTickDto)
  undos!: UndoTickDto[];
}
