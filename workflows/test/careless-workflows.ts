import { StallIdDto } from "@sakhi/domain/bookings/reserve-stall.dto";

/** A workflow that imports a DTO, and with it class-validator, into the bundle. */
export function careless(): Promise<string> {
  return Promise.resolve(StallIdDto.name);
}
