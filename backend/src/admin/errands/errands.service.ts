import { Injectable } from "@nestjs/common";
import type { StreamableFile } from "@nestjs/common";
import type { DoneResponse } from "../../accounts/account.response.js";
import type { Administrator } from "../../accounts/administrator.js";
@Injectable()
export class Errands {
  resendMail(a: Administrator, id: string, to: string | undefined): Promise<DoneResponse> {
    return Promise.reject(new Error(`not yet ${a.id} ${id} ${String(to)}`));
  }
  invoicePdf(id: string): Promise<StreamableFile> {
    return Promise.reject(new Error(`not yet ${id}`));
  }
}
