import { skipToken } from "@reduxjs/toolkit/query";
import { type Ground, STANDARD_GROUND } from "@sakhi/domain/plans/plan.types";
import { type LayoutStall, useGetPlanDrawingQuery } from "../../api/mela-api";

/**
 * Area and fixtures of the plan that the stalls are on: the standard hall at once, another when it has been fetched.
 *
 * @param event slug of the plan's event
 * @returns undefined while it is fetched; if that fails, an empty area around the stalls, so that they can be reserved
 */
export function useGround(event: string, stalls: readonly LayoutStall[] | undefined): Ground | undefined {
  const number = stalls?.[0]?.drawing;
  const { currentData, isError } = useGetPlanDrawingQuery(number === undefined ? skipToken : { event, number });
  if (number === undefined) return STANDARD_GROUND;
  return currentData ?? (isError ? groundAround(stalls ?? []) : undefined);
}

function groundAround(stalls: readonly LayoutStall[]): Ground {
  const end = (at: number, side = 10) => at + side;
  return {
    width: Math.max(20, ...stalls.map(({ x, width }) => end(x, width))),
    height: Math.max(20, ...stalls.map(({ y, height }) => end(y, height))),
    fixtures: [],
  };
}
