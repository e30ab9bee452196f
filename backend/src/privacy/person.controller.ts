import { Body, Controller } from "@nestjs/common";
import { ApiTags } from "@nestjs/swagger";
import { CorrectPersonDto, ErasePersonDto, PersonDto } from "@sakhi/domain/privacy/person.dto";
import { CurrentAdministrator, ForOperators } from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { Needs } from "../accounts/needs.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { PostAction } from "../platform/http/post-action.js";
import { PersonChangeResponse, PersonRecordsResponse } from "./person.response.js";
import { PersonService } from "./person.service.js";

/** A person's rights over their data. All calls are POST, to keep phone numbers and e-mail addresses out of URLs. */
@ApiTags("administration")
@Controller("api/v1/mela/admin/person")
@ForOperators()
export class PersonController {
  constructor(private readonly person: PersonService) {}

  /** Everything stored about a person. Each call is audited. */
  @Needs("persons.change")
  @PostAction("records", PersonRecordsResponse)
  @ApiErrors(["invalid_request"])
  readPersonRecords(
    @CurrentAdministrator() administrator: Administrator,
    @Body() dto: PersonDto,
  ): Promise<PersonRecordsResponse> {
    return this.person.records(administrator, dto.contact);
  }

  /** Erases all records except those needed for an active booking or listing, or kept by law. */
  @Needs("persons.change")
  @PostAction("erase", PersonChangeResponse)
  @ApiErrors(["invalid_request"])
  erasePerson(
    @CurrentAdministrator() administrator: Administrator,
    @Body() dto: ErasePersonDto,
  ): Promise<PersonChangeResponse> {
    return this.person.erase(administrator, dto.contact, dto.reason);
  }

  /** Corrects name, e-mail and phone; issued invoices stay as they are. */
  @Needs("persons.change")
  @PostAction("correct", PersonChangeResponse)
  @ApiErrors(["invalid_request"])
  correctPerson(
    @CurrentAdministrator() administrator: Administrator,
    @Body() dto: CorrectPersonDto,
  ): Promise<PersonChangeResponse> {
    return this.person.correct(administrator, dto);
  }
}
