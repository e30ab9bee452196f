import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsOptional,
  IsString,
  MaxLength,
  MinLength,
} from "class-validator";
import { PagingQueryDto } from "../admin/queries.dto.js";
import { optionalChoice } from "../catalogue/query-text.dto.js";
import { singleLine, trimmed } from "../fields/typed-text.dto.js";
import messages from "../generated/messages/en/admin-webhook-problems.js";
import {
  DELIVERY_STATES,
  type DeliveryState,
  MAX_ENDPOINT_URL_LENGTH,
  WEBHOOK_KINDS,
  type WebhookKind,
} from "./webhook.rules.js";

const URL_MISSING = messages.url;
const KINDS = messages.kinds;
const EVENTS = messages.events;

/** POST /api/v1/mela/admin/webhooks and PUT /api/v1/mela/admin/webhooks/{id}. */
export class WebhookEndpointDto {
  /** Which system it is, 2 to 60 characters. */
  @singleLine
  @MaxLength(60, { message: messages.nameMost })
  @MinLength(2, { message: messages.name })
  name!: string;

  /** Where deliveries go: https, without name, password or fragment. */
  @trimmed
  @MaxLength(MAX_ENDPOINT_URL_LENGTH, { message: URL_MISSING })
  @MinLength(8, { message: URL_MISSING })
  @IsString({ message: URL_MISSING })
  url!: string;

  /** What it is notified of. */
  @ArrayUnique({ message: KINDS })
  @IsIn(WEBHOOK_KINDS, { each: true, message: KINDS })
  @ArrayMaxSize(WEBHOOK_KINDS.length, { message: KINDS })
  @ArrayMinSize(1, { message: KINDS })
  @IsArray({ message: KINDS })
  kinds!: WebhookKind[];

  /** Slugs of the events whose bookings it is notified of; absent or none for all. Listings are of no event. */
  @IsOptional()
  @MaxLength(80, { each: true, message: EVENTS })
  @IsString({ each: true, message: EVENTS })
  @ArrayMaxSize(20, { message: EVENTS })
  @IsArray({ message: EVENTS })
  events?: string[];
}

/** POST /api/v1/mela/admin/webhooks/{id}/enabled. */
export class EnableWebhookDto {
  /** False ends deliveries; what waits is given up, and can be sent again. */
  @IsBoolean({ message: messages.again })
  enabled!: boolean;
}

/** GET /api/v1/mela/admin/webhooks/{id}/deliveries. */
export class DeliveriesQueryDto extends PagingQueryDto {
  /** Only deliveries in this state. */
  @optionalChoice(DELIVERY_STATES, `The state must be one of ${DELIVERY_STATES.join(", ")}`)
  state?: DeliveryState;
}
