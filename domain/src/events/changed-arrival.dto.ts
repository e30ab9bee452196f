import { Type } from "class-transformer";
import { ArrayMaxSize, IsArray, IsInt, Max, Min, ValidateNested } from "class-validator";
import { fits, GateFormDto, SetupTimeDto } from "./arrival.dto.js";
import { MAX_SETUP_TIMES, setupProblem, type SetupTime } from "./arrival.rules.js";

const AGAIN = "Please load the page again";

/** PUT /api/v1/mela/admin/events/{slug}/arrival: what holders need to arrive, all of it. */
export class ArrivalDto extends GateFormDto {
  /** In the order in which they are asked: the first that names a stall is its time. */
  @fits("together", (setup) => togetherProblem(setup))
  @ArrayMaxSize(MAX_SETUP_TIMES, { message: `An event has at most ${MAX_SETUP_TIMES} times to set up` })
  @ValidateNested({ each: true })
  @Type(() => SetupTimeDto)
  @IsArray({ message: AGAIN })
  setup!: SetupTimeDto[];

  /** The version that was read. */
  @Max(2_000_000_000, { message: AGAIN })
  @Min(0, { message: AGAIN })
  @IsInt({ message: AGAIN })
  version!: number;
}

/** What is wrong with times beside each other; what is wrong with one alone is said at its own field. */
function togetherProblem(setup: unknown): string | undefined {
  if (!Array.isArray(setup)) return undefined;
  const times = setup.filter((time): time is SetupTime => typeof (time as Partial<SetupTime>).stalls === "string");
  return times.map((time, index) => setupProblem(time, times.slice(0, index))).find((problem) => problem !== undefined);
}
