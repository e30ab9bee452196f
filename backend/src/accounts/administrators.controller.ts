import { Body, Controller, Get, Param } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { isSeen } from "@sakhi/domain/access/rights";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { ReasonDto } from "@sakhi/domain/operator/reason.dto";
import { ApiErrors } from "../platform/http/api-errors.js";
import { IdParam } from "../platform/http/id-param.pipe.js";
import { PostAction } from "../platform/http/post-action.js";
import { AdministratorResponse, DoneResponse } from "./account.response.js";
import { CurrentAdministrator, ForOperators } from "./administrator.guard.js";
import type { LoggedIn } from "./administrator.js";
import { AdministratorsService } from "./administrators.service.js";
import { Needs } from "./needs.js";

const REFUSED = [
  "invalid_request",
  "administrator_not_found",
  "own_account",
  "access_too_wide",
  "origin_refused",
] as const;

/** Lists and changes accounts. */
@ApiTags("administration")
@Controller("api/v1/mela/admin/administrators")
@ForOperators()
export class AdministratorsController {
  constructor(private readonly administrators: AdministratorsService) {}

  /** All administrators, by name. */
  @Needs("team.read", "lists")
  @Get()
  @ApiOkResponse({ type: [AdministratorResponse] })
  async listAdministrators(@CurrentAdministrator() self: LoggedIn): Promise<AdministratorResponse[]> {
    const all = (await this.administrators.list()).filter(({ id, events }) => id === self.id || isSeen(self, events));
    return all.map(({ id, username, role, events, createdAt, lastLoginAt, disabledAt, secondFactorSince }) => ({
      id,
      username,
      role,
      ...(events === null ? {} : { events: [...events] }),
      createdAt,
      ...(lastLoginAt === null ? {} : { lastLoginAt }),
      ...(disabledAt === null ? {} : { disabledAt }),
      secondFactor: secondFactorSince !== null,
      self: id === self.id,
    }));
  }

  /** Disables an account and ends its sessions. */
  @Needs("team.change", "lists")
  @PostAction(":id/disable", DoneResponse)
  @ApiErrors([...REFUSED, "last_operator"])
  disableAdministrator(
    @CurrentAdministrator() self: LoggedIn,
    @Param("id", IdParam) id: string,
    @Body() dto: ReasonDto,
  ): Promise<DoneResponse> {
    return this.change("disable", self, id, dto, "is disabled, and their sessions have ended");
  }

  /** Enables a disabled account. */
  @Needs("team.change", "lists")
  @PostAction(":id/enable", DoneResponse)
  @ApiErrors(REFUSED)
  enableAdministrator(
    @CurrentAdministrator() self: LoggedIn,
    @Param("id", IdParam) id: string,
    @Body() dto: ReasonDto,
  ): Promise<DoneResponse> {
    return this.change("enable", self, id, dto, "can log in again");
  }

  /** Deletes an account and ends its sessions. */
  @Needs("team.change", "lists")
  @PostAction(":id/remove", DoneResponse)
  @ApiErrors([...REFUSED, "last_operator"])
  removeAdministrator(
    @CurrentAdministrator() self: LoggedIn,
    @Param("id", IdParam) id: string,
    @Body() dto: ReasonDto,
  ): Promise<DoneResponse> {
    return this.change("remove", self, id, dto, "was removed, and their sessions have ended");
  }

  /** @throws DomainError administrator_not_found, own_account */
  private async change(
    verb: "disable" | "enable" | "remove",
    self: LoggedIn,
    id: string,
    { reason }: ReasonDto,
    done: string,
  ): Promise<DoneResponse> {
    // Prevents locking oneself out, and has a second person confirm it.
    if (id === self.id) throw new DomainError("own_account");
    const found = await this.administrators.listed(id);
    if (found === undefined || !(await this.administrators[verb](found.username, { by: self, reason }))) {
      throw new DomainError("administrator_not_found");
    }
    return { message: `"${found.username}" ${done}.` };
  }
}
