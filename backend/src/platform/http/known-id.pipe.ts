import { ParseUUIDPipe } from "@nestjs/common";
import { HttpError } from "./error-response.js";

/** An id of ours in a path; what cannot be one is not found. */
export const KnownId = new ParseUUIDPipe({ exceptionFactory: () => new HttpError("not_found") });
