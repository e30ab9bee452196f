import { isReason } from "../fields/combined.dto.js";

/** The reason for an operator's action; stored in the audit log, never shown to visitors. */
export class ReasonDto {
  /** Reason, 3 to 300 characters. */
  @isReason
  reason!: string;
}
