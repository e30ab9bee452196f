import { IsOptional, IsString, Matches, MaxLength, MinLength } from "class-validator";
import { blankIsAbsent } from "../catalogue/query-text.dto.js";
import { combined } from "../fields/combined.dto.js";
import { MAX_PAYOUT_TEXT } from "../payouts/large-texts.js";
import { optionalDay, PagingQueryDto } from "./queries.dto.js";

const isFile = (what: string): PropertyDecorator =>
  combined(
    IsString({ message: `Please choose or paste ${what}` }),
    MinLength(1, { message: `Please choose or paste ${what}` }),
    MaxLength(MAX_PAYOUT_TEXT, { message: `Please send less at once: at most ${MAX_PAYOUT_TEXT} characters` }),
  );

/** The provider's report of payouts, as a file. */
export class PayoutFileDto {
  /** CSV, as the provider's dashboard exports it. */
  @isFile("the provider's report")
  content!: string;
}

/** A bank statement, or lines of one. */
export class BankStatementDto {
  /** CSV, or lines that were copied. */
  @isFile("lines of the bank statement")
  content!: string;
}

/** Payouts of some days. */
export class PayoutsQueryDto extends PagingQueryDto {
  /** Paid on this day or later, in Indian time. */
  @optionalDay("first")
  from?: string;

  /** Paid on this day or earlier, in Indian time. */
  @optionalDay("last")
  to?: string;
}

/** Lines of payouts. */
export class PayoutLinesQueryDto extends PayoutsQueryDto {
  /** Of this payout only, by the provider's id. */
  @blankIsAbsent
  @IsOptional()
  @MaxLength(100, { message: "Please name a payout" })
  @Matches(/^[\w./:-]+$/, { message: "Please name a payout" })
  payout?: string;
}
