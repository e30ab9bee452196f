import { Injectable } from "@nestjs/common";
import type { OperationsResponse } from "./operations.response.js";
@Injectable()
export class Operations {
  now(): Promise<OperationsResponse> {
    return Promise.reject(new Error("not yet"));
  }
}
