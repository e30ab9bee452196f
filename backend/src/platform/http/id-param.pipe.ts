import { ParseUUIDPipe } from "@nestjs/common";
import { HttpError } from "./error-response.js";

/** Whether a text is a UUID, as PostgreSQL reads it; any other text in its place would fail the statement. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

/** One of our ids in a path; a malformed one returns 404. */
export const IdParam = new ParseUUIDPipe({ exceptionFactory: () => new HttpError("not_found") });
