import { Injectable } from "@nestjs/common";
import type { RegistrationsQueryDto } from "@sakhi/domain/administration/registrations-query.dto";
import type { Page } from "../total-count.js";
import type { RegistrationResponse } from "./registration.response.js";
@Injectable()
export class RegistrationsList {
  page(query: RegistrationsQueryDto): Promise<Page<RegistrationResponse>> {
    return Promise.reject(new Error(`not yet: ${String(query.q)}`));
  }
}
