import { IsInt, Matches, Max, MaxLength, Min, ValidateBy, type ValidationArguments } from "class-validator";
import { isReason } from "../fields/combined.dto.js";
import { singleLine } from "../fields/typed-text.dto.js";
import own from "../generated/messages/en/admin-arrival-problems.js";
import problems from "../generated/messages/en/admin-event-problems.js";
import {
  GATE_LENGTH,
  MAX_SETUP_DAYS,
  SETUP_STALLS_LENGTH,
  setupStallsProblem,
  type SetupTime,
} from "./arrival.rules.js";

const { again: AGAIN, arrival } = problems;
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;
const { hour: HOUR, day: DAY } = arrival;

/** Judges a value beside others of its object, in words. */
export const fits = <Of extends object>(
  name: string,
  problem: (value: unknown, of: Partial<Of>) => string | undefined,
): PropertyDecorator => {
  const found = (given?: ValidationArguments) => (given === undefined ? undefined : problem(given.value, given.object));
  return ValidateBy({
    name,
    validator: {
      validate: (_value, given) => found(given) === undefined,
      defaultMessage: (given) => found(given) ?? "",
    },
  });
};

/** A time to set up, for some stalls or for all others. */
export class SetupTimeDto implements SetupTime {
  /** Days before the event's first day: 1 or 0. */
  @Max(MAX_SETUP_DAYS, { message: DAY })
  @Min(0, { message: DAY })
  @IsInt({ message: DAY })
  daysBefore!: number;

  /** HH:MM in India. */
  @MaxLength(5, { message: HOUR })
  @Matches(CLOCK, { message: HOUR })
  from!: string;

  /** HH:MM in India, later on the same day. */
  @fits<SetupTime>("afterFrom", (to, { from = "" }) =>
    typeof to === "string" && CLOCK.test(to) && CLOCK.test(from) && from >= to ? own.endsBefore : undefined,
  )
  @MaxLength(5, { message: HOUR })
  @Matches(CLOCK, { message: HOUR })
  to!: string;

  /** Which stalls, e.g. "A1–A20, B, C7"; empty for all that no other time names. */
  @singleLine
  @fits("stalls", (stalls) => (typeof stalls === "string" ? setupStallsProblem(stalls) : AGAIN))
  @MaxLength(SETUP_STALLS_LENGTH, { message: arrival.stallsMost({ most: SETUP_STALLS_LENGTH }) })
  stalls!: string;
}

/** The dialog of one time: the time, and why it changes. */
export class SetupTimeFormDto extends SetupTimeDto {
  @isReason
  reason!: string;
}

/** The dialog of the gate. */
export class GateFormDto {
  /** Where holders come in, e.g. "Gate 2, Hall Road"; may be empty. */
  @singleLine
  @MaxLength(GATE_LENGTH, { message: arrival.gateMost({ most: GATE_LENGTH }) })
  gate!: string;

  @isReason
  reason!: string;
}
