import { ApiProperty } from "@nestjs/swagger";

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
