import { ParseUUIDPipe } from "@nestjs/common";
import { HttpRefusal } from "./error-answer.js";

/** An id of ours in a path; what cannot be one is not found. */
export const KnownId = new ParseUUIDPipe({ exceptionFactory: () => new HttpRefusal("not_found") });
