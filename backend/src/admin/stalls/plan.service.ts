import { Injectable } from "@nestjs/common";
import type { PlanStallResponse } from "./stall-story.response.js";
@Injectable()
export class Plan {
  now(): Promise<PlanStallResponse[]> {
    return Promise.reject(new Error("not yet"));
  }
}
