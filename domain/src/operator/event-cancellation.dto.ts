import { IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min, ValidateBy } from "class-validator";
import type { Deduction } from "../events/event-cancellation.rules.js";
import { combined, isReason } from "../fields/combined.dto.js";
import { amountProblem, IsRupees } from "../fields/rupees.dto.js";
import { manyLines, singleLine } from "../fields/typed-text.dto.js";
import messages from "../generated/messages/en/admin-event-problems.js";
import { toPaise } from "../money/money.js";
import { MAX_STALL_PRICE_RUPEES } from "./operator.rules.js";

const problems = messages.cancellation;

export const DEDUCTION_KINDS = ["percent", "amount"] as const;
/** What is deducted from the refund of each booking: a percentage of what was paid, or rupees. */
export type DeductionKind = (typeof DEDUCTION_KINDS)[number];

const MOST = { percent: 100, amount: MAX_STALL_PRICE_RUPEES } as const;

const deductionProblem = (value: unknown, kind: DeductionKind): string | undefined => {
  if (typeof value !== "number" || toPaise(value) === undefined)
    return (kind === "amount" ? amountProblem(value) : undefined) ?? problems.decimals;
  if (value < 0) return problems.least;
  if (value <= MOST[kind]) return undefined;
  return kind === "percent" ? problems.mostPercent : problems.mostAmount;
};

/** Requires a percentage or rupees, by the kind next to it. */
const IsDeduction = (): PropertyDecorator =>
  ValidateBy({
    name: "isDeduction",
    validator: {
      validate: (value, args) => deductionProblem(value, kindIn(args?.object)) === undefined,
      defaultMessage: (args) => deductionProblem(args?.value, kindIn(args?.object)) ?? "",
    },
  });

const kindIn = (dto: unknown): DeductionKind =>
  (dto as Partial<DeductionDto> | undefined)?.deductionKind === "amount" ? "amount" : "percent";

/** POST /api/v1/mela/admin/events/{slug}/cancellation/preview: what cancelling an event would refund. */
export class DeductionDto {
  /** A percentage of what was paid, or rupees of each booking. */
  @IsIn(DEDUCTION_KINDS, { message: problems.kind })
  deductionKind!: DeductionKind;

  /** Percent or rupees, at most 2 decimals. */
  @IsDeduction()
  deduction!: number;
}

/** POST /api/v1/mela/admin/events/{slug}/cancellation: cancels an event and refunds every sold booking. */
export class CancelEventDto extends DeductionDto {
  /** The event's name, typed to confirm. */
  @singleLine
  @MaxLength(100, { message: problems.name })
  @IsString({ message: problems.name })
  eventName!: string;

  /** Number of refunds that the operator has seen; if it has changed, nothing is cancelled. */
  @Max(100_000, { message: problems.seen })
  @Min(0, { message: problems.seen })
  @IsInt({ message: problems.seen })
  seenBookings!: number;

  /** Sum of the refunds that the operator has seen, in rupees. */
  @Min(0, { message: problems.seen })
  @IsRupees({ message: problems.seen })
  seenRefund!: number;

  /** What the holders read in the mail, at most 1,000 characters. */
  @combined(
    IsOptional(),
    manyLines,
    MaxLength(1_000, { message: problems.messageMost }),
    IsString({ message: problems.messageText }),
  )
  message?: string;

  /** Reason, 3 to 300 characters. */
  @isReason
  reason!: string;
}

/** The deduction in a request. @throws RangeError for an amount that the validation refuses */
export function deductionIn({ deductionKind, deduction }: DeductionDto): Deduction {
  const hundredths = toPaise(deduction);
  if (hundredths === undefined) throw new RangeError("A deduction has at most 2 decimals.");
  return deductionKind === "percent" ? { kind: "percent", hundredths } : { kind: "amount", paise: hundredths };
}
