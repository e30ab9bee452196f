import { Controller, Get } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { ForAdministrators } from "../accounts/administrator.guard.js";
import { Operations } from "./operations.service.js";
import { OperationsResponse } from "./operations.response.js";

/** How the whole stands. */
@ApiTags("administration")
@Controller("api/v1/mela/admin/operations")
@ForAdministrators()
export class OperationsController {
  constructor(private readonly operations: Operations) {}

  /** What waits, what was caught, what answers, and where to look further. */
  @Get()
  @ApiOkResponse({ type: OperationsResponse })
  getOperations(): Promise<OperationsResponse> {
    return this.operations.now();
  }
}
