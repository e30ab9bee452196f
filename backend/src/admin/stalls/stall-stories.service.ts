import { Injectable } from "@nestjs/common";
import type { StallStoryResponse } from "./stall-story.response.js";
@Injectable()
export class StallStories {
  of(stallId: string, before: string | undefined): Promise<StallStoryResponse> {
    return Promise.reject(new Error(`not yet ${stallId} ${String(before)}`));
  }
}
