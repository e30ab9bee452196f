import { ApiProperty } from "@nestjs/swagger";
import { FIXTURE_KINDS, type FixtureKind } from "@sakhi/domain/plans/plan.types";

/** A rectangle on a plan, in feet from the left wall and the entrance wall. */
export class PlacementResponse {
  x!: number;
  y!: number;
  width!: number;
  height!: number;
  /** Degrees, clockwise around its middle. */
  turn!: number;
}

/** A stall of a plan. */
export class PlannedStallResponse extends PlacementResponse {
  number!: string;
  /** Key of one of the event's types. */
  type!: string;
}

/** An entrance, a stage, a wall, a facility or a text of a plan. */
export class FixtureResponse extends PlacementResponse {
  @ApiProperty({ enum: FIXTURE_KINDS, enumName: "FixtureKind" })
  kind!: FixtureKind;
  /** Written on it; empty for none. */
  text!: string;
}

/** An event's plan. */
export class PlanResponse {
  /** Of the area, in feet. */
  width!: number;
  height!: number;
  @ApiProperty({ type: [PlannedStallResponse] })
  stalls!: PlannedStallResponse[];
  @ApiProperty({ type: [FixtureResponse] })
  fixtures!: FixtureResponse[];
}
