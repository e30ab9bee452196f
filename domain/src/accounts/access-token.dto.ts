import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  MinLength,
} from "class-validator";
import { singleLine } from "../fields/typed-text.dto.js";
import problems from "../generated/messages/en/account-problems.js";
import {
  MAX_TOKEN_EVENTS,
  MAX_TOKEN_NAME_LENGTH,
  TOKEN_DAYS,
  TOKEN_SCOPES,
  type TokenScope,
} from "./access-token.rules.js";
import { BothFactorsDto } from "./second-factor.dto.js";

const SCOPES = problems.tokenScopes;
const DAYS = problems.tokenDays({ most: TOKEN_DAYS.most });
const EVENTS = problems.tokenEvents;

/** POST /api/v1/mela/admin/account/tokens: makes a token; both factors are asked for again. */
export class MakeTokenDto extends BothFactorsDto {
  /** Which system it is for, 2 to 60 characters. */
  @singleLine
  @MaxLength(MAX_TOKEN_NAME_LENGTH, { message: problems.tokenNameMost({ most: MAX_TOKEN_NAME_LENGTH }) })
  @MinLength(2, { message: problems.tokenName })
  name!: string;

  /** What it may read. */
  @ArrayUnique({ message: SCOPES })
  @IsIn(TOKEN_SCOPES, { each: true, message: SCOPES })
  @ArrayMaxSize(TOKEN_SCOPES.length, { message: SCOPES })
  @ArrayMinSize(1, { message: SCOPES })
  @IsArray({ message: SCOPES })
  scopes!: TokenScope[];

  /** How many days it works, 1 to 365; 90 by default. */
  @IsOptional()
  @Max(TOKEN_DAYS.most, { message: DAYS })
  @Min(1, { message: DAYS })
  @IsInt({ message: DAYS })
  days?: number;

  /** Slugs of the events that it may read of; absent or none for whatever its owner may see. */
  @IsOptional()
  @MaxLength(80, { each: true, message: EVENTS })
  @IsString({ each: true, message: EVENTS })
  @ArrayMaxSize(MAX_TOKEN_EVENTS, { message: EVENTS })
  @IsArray({ message: EVENTS })
  events?: string[];
}
