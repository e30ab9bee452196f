import { ADMINISTRATOR_ROLES } from "@sakhi/domain/accounts/administrator.rules";
import type { AdministratorRole } from "@sakhi/domain/accounts/administrator.rules";
import { ApiProperty } from "@nestjs/swagger";

/** Who is logged in. */
export class AdministratorCheckResponse {
  authenticated!: boolean;
  /** Null when nobody is logged in. */
  @ApiProperty({ type: String, nullable: true })
  username!: string | null;
  /** What they may do; absent when nobody is logged in. */
  @ApiProperty({ enum: ADMINISTRATOR_ROLES, enumName: "AdministratorRole", required: false })
  role?: AdministratorRole;
}

/** What was done, in a sentence. */
export class DoneResponse {
  message!: string;
}
