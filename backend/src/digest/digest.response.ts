import { ApiProperty } from "@nestjs/swagger";
import {
  ALERT_KIND_NAMES,
  type AlertKind,
  DIGEST_KIND_NAMES,
  type DigestKind,
} from "@sakhi/domain/digest/digest.kinds";

/** What the caller is notified of by mail, and when. */
export class OwnMailsResponse {
  /** Where her mails go; absent before an address is confirmed. */
  email?: string;
  /** An address whose link was not opened yet. */
  askedEmail?: string;
  /** What her digest says. */
  @ApiProperty({ enum: DIGEST_KIND_NAMES, enumName: "DigestKind", isArray: true })
  kinds!: DigestKind[];
  /** What she may choose: a person of one event is notified of nothing of the site as a whole. */
  @ApiProperty({ enum: DIGEST_KIND_NAMES, enumName: "DigestKind", isArray: true })
  choosable!: DigestKind[];
  /** The hour of the day in India, 0 to 23. */
  hour!: number;
  /** Days of the week, Monday is 1 and Sunday 7. */
  weekdays!: number[];
  /** What she is notified of at once. */
  @ApiProperty({ enum: ALERT_KIND_NAMES, enumName: "AlertKind", isArray: true })
  alerts!: AlertKind[];
  /** When she turned them off by the link in a mail; absent while they are on. */
  offSince?: Date;
  /** When the next digest is made; absent if none is. */
  nextAt?: Date;
  /** Until when the last digest said everything; absent before she chose anything. */
  coveredUntil?: Date;
}

/** The caller's digest as it would be now. */
export class DigestPreviewResponse {
  /** The beginning of its time. */
  since!: Date;
  /** Absent if there is nothing to say: then no mail is sent. */
  subject?: string;
  /** The mail, as a page. */
  html?: string;
}
