import { Body, Controller } from "@nestjs/common";
import { ApiTags } from "@nestjs/swagger";
import { CorrectPersonDto, ErasePersonDto, PersonDto } from "@sakhi/domain/privacy/person.dto";
import type { Administrator } from "../accounts/administrator.js";
import { CurrentAdministrator, ForOperators } from "../accounts/administrator.guard.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { PostAction } from "../platform/http/post-action.js";
import { PersonChangeResponse, PersonRecordsResponse } from "./person.response.js";
import { PersonService } from "./person.service.js";

/** A person's rights over their data. All calls are POST, so that no phone number or e-mail stands in an address. */
@ApiTags("administration")
@Controller("api/v1/mela/admin/person")
@ForOperators()
export class PersonController {
  constructor(private readonly persons: PersonService) {}

  /** Everything held about a person, for them or for a decision. Each look is in the audit log. */
  @PostAction("records", PersonRecordsResponse)
  @ApiErrors(["invalid_request"])
  readPersonRecords(
    @CurrentAdministrator() administrator: Administrator,
    @Body() dto: PersonDto,
  ): Promise<PersonRecordsResponse> {
    return this.persons.records(administrator, dto.contact);
  }

  /** Erases what neither a running booking or listing nor the law keeps. */
  @PostAction("erase", PersonChangeResponse)
  @ApiErrors(["invalid_request"])
  erasePerson(
    @CurrentAdministrator() administrator: Administrator,
    @Body() dto: ErasePersonDto,
  ): Promise<PersonChangeResponse> {
    return this.persons.erase(administrator, dto.contact, dto.reason);
  }

  /** Corrects name, e-mail and phone; issued invoices stay as they are. */
  @PostAction("correct", PersonChangeResponse)
  @ApiErrors(["invalid_request"])
  correctPerson(
    @CurrentAdministrator() administrator: Administrator,
    @Body() dto: CorrectPersonDto,
  ): Promise<PersonChangeResponse> {
    return this.persons.correct(administrator, dto);
  }
}
