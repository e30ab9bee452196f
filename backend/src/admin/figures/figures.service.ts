import { Injectable } from "@nestjs/common";
import type { StallAvailabilityResponse, SummaryResponse } from "./figures.response.js";
@Injectable()
export class Figures {
  availability(): Promise<StallAvailabilityResponse> {
    return Promise.reject(new Error("not yet"));
  }
  summary(): Promise<SummaryResponse> {
    return Promise.reject(new Error("not yet"));
  }
}
