import { ApiProperty } from "@nestjs/swagger";
import { WHATSAPP_CONSENT_VERSIONS, type WhatsappConsentVersion } from "@sakhi/domain/whatsapp/whatsapp-consent";
import { WHATSAPP_STATES, type WhatsappState } from "@sakhi/domain/whatsapp/whatsapp.rules";
import { WHATSAPP_TEMPLATES, type WhatsappTemplate } from "@sakhi/domain/whatsapp/whatsapp.templates";

/** What forms offer. */
export class WhatsappOfferResponse {
  /** The version of the sentence to tick; absent while there is no WhatsApp. */
  @ApiProperty({ enum: WHATSAPP_CONSENT_VERSIONS, required: false })
  consent?: WhatsappConsentVersion;
}

/** Messages by WhatsApp, as the person whose number it is sees them. */
export class WhatsappChoiceResponse {
  /** Ten digits. */
  phone!: string;
  /** The version of the sentence that can be ticked now. */
  @ApiProperty({ enum: WHATSAPP_CONSENT_VERSIONS })
  consent!: WhatsappConsentVersion;
  /** When she agreed (ISO 8601, UTC); absent if she has not. */
  givenAt?: string;
}

/** A message by WhatsApp about a booking. */
export class WhatsappMessageResponse {
  id!: string;
  @ApiProperty({ enum: WHATSAPP_TEMPLATES, enumName: "WhatsappTemplate" })
  template!: WhatsappTemplate;
  @ApiProperty({ enum: WHATSAPP_STATES, enumName: "WhatsappState" })
  state!: WhatsappState;
  attempts!: number;
  /** Why it was not sent, failed, or is tried again. */
  problem?: string;
  createdAt!: string;
  sentAt?: string;
  deliveredAt?: string;
  readAt?: string;
}

/** Messages by WhatsApp of a time. */
export class WhatsappCountsResponse {
  /** Accepted by Meta. */
  sent!: number;
  /** Of those, on a phone, and opened. */
  delivered!: number;
  read!: number;
  failed!: number;
  /** Not sent, for a reason that each message says. */
  skipped!: number;
  /** Rupees, by Meta's prices as they are set here. */
  cost!: number;
}

/** WhatsApp in figures. */
export class WhatsappFiguresResponse {
  /** Today in India. */
  today!: WhatsappCountsResponse;
  /** This month in India. */
  month!: WhatsappCountsResponse;
  /** Messages that wait, e.g. for the morning. */
  waiting!: number;
  /** Messages that count for today, and the most of a day. */
  counted!: number;
  limit!: number;
  /** People who have agreed. */
  consents!: number;
  /** The most frequent problem of the last seven days. */
  problem?: string;
}

/** Answer to Meta's webhook. */
export class WhatsappReceivedResponse {
  received!: boolean;
}
