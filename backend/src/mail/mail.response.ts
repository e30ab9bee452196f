import { ApiProperty } from "@nestjs/swagger";

/** A link in one of our mails that opens a page, as its reader sees it there. */
export class MailedLinkResponse {
  id!: string;
  /** When its mail was made (ISO 8601, UTC). */
  sentAt!: string;
  /** When it was last opened from the mail; absent if never. */
  usedAt?: string;
  expiresAt!: string;
  /** This browser came by it. */
  isThis!: boolean;
}

/** A mail about a booking or an application. */
export class AdminMailResponse {
  id!: string;
  template!: string;
  to!: string;
  @ApiProperty({ enum: ["queued", "sending", "sent", "failed"], enumName: "MailState" })
  state!: "queued" | "sending" | "sent" | "failed";
  attempts!: number;
  /** The mail server's last error. */
  lastError?: string;
  createdAt!: string;
  sentAt?: string;
  /** Whether an operator had it sent again. */
  copy!: boolean;
}
