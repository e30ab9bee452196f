import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  StreamableFile,
} from "@nestjs/common";
import { bodyWithoutContacts } from "@sakhi/domain/access/contacts";
import { hasRight } from "@sakhi/domain/access/rights";
import { map, type Observable } from "rxjs";
import { HttpError } from "../platform/http/error-response.js";
import { ADMITTED, requestOf } from "./admitted.js";

/** Files that were made without phone numbers and e-mail addresses, or never have any. */
const CLEAN_FILES = new WeakSet<StreamableFile>();

/** Marks a file that people may have who may not see contacts. */
export function withoutAnyContacts(file: StreamableFile): StreamableFile {
  CLEAN_FILES.add(file);
  return file;
}

/**
 * Hides phone numbers and e-mail addresses from those who may not see them, in whatever a call answers; a file is refused unless
 * it was made without them. It is here and not in the pages: what is not sent cannot be read.
 */
@Injectable()
export class ContactsInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const person = ADMITTED.get(requestOf(context));
    if (person === undefined || hasRight(person, "contacts.read")) return next.handle();
    return next.handle().pipe(map((body: unknown) => hidden(body)));
  }
}

/** @throws HttpError operators_only */
function hidden(body: unknown): unknown {
  if (!(body instanceof StreamableFile)) return bodyWithoutContacts(body);
  if (CLEAN_FILES.has(body)) return body;
  body.getStream().destroy();
  throw new HttpError("operators_only");
}
