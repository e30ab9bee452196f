import { Injectable } from "@nestjs/common";
import type { AttentionResponse } from "./attention.response.js";
@Injectable()
export class AttentionInbox {
  now(): Promise<AttentionResponse> {
    return Promise.reject(new Error("not yet"));
  }
}
