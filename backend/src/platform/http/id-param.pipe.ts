import { ParseUUIDPipe } from "@nestjs/common";
import { HttpError } from "./error-response.js";

/** One of our ids in a path; a malformed one returns 404. */
export const IdParam = new ParseUUIDPipe({ exceptionFactory: () => new HttpError("not_found") });
