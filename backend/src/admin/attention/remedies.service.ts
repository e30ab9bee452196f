import { Injectable } from "@nestjs/common";
import type { RemedyDto } from "@sakhi/domain/administration/remedy.dto";
import type { Administrator } from "../../accounts/administrator.js";
import type { RemedyOutcomeResponse } from "./attention.response.js";
@Injectable()
export class Remedies {
  apply(a: Administrator, id: string, dto: RemedyDto): Promise<RemedyOutcomeResponse> {
    return Promise.reject(new Error(`not yet ${a.id} ${id} ${dto.action}`));
  }
}
