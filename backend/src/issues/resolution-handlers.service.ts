import { Injectable } from "@nestjs/common";
import type { Resolution } from "@sakhi/domain/admin/resolutions";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import type { Tx } from "../platform/database/database.js";
import type { IssueEntity } from "./issues.entities.js";
import { type IssueKind, orderOfIssue } from "./issues.types.js";

/** The result of a resolution. */
export interface ResolutionResult {
  /** True if it closes the issue. */
  readonly resolved: boolean;
  /** Message for the administrator. */
  readonly message: string;
  /** For the audit log: ids, amounts and states. */
  readonly after?: Readonly<Record<string, string | number | boolean | null>>;
}

/** A resolution that an administrator chose. */
export interface ResolutionRequest {
  readonly issue: IssueEntity;
  /** The administrator's user name. */
  readonly by: string;
  /** Empty without one. */
  readonly reason: string;
  /** Of the page that applies it: the result's message is in it. */
  readonly language: LanguageCode;
}

/**
 * What applies a resolution: before the transaction that closes the issue, if it asks the provider or Temporal, or in it.
 *
 * @throws DomainError resolution_failed
 */
export type ResolutionHandler =
  | { readonly before: (request: ResolutionRequest) => Promise<ResolutionResult> }
  | { readonly inTransaction: (tx: Tx, request: ResolutionRequest) => Promise<ResolutionResult> };

/** A resolution, of every kind of issue or of one. */
type HandledResolution = Resolution | `${IssueKind}/${Resolution}`;

type Handlers<Handler> = Readonly<Partial<Record<HandledResolution, Handler>>>;

/** The handlers of issues' resolutions. Each feature registers those of its own things, once, on construction. */
@Injectable()
export class ResolutionHandlersService {
  private readonly handlers = new Map<string, ResolutionHandler>();

  /** Registers what calls the provider or Temporal: it runs before the transaction that closes the issue. */
  registerBefore(handlers: Handlers<Extract<ResolutionHandler, { before: unknown }>["before"]>): void {
    for (const [resolution, before] of Object.entries(handlers)) this.handlers.set(resolution, { before });
  }

  /** Registers what changes rows: it runs in the transaction that closes the issue. */
  register(handlers: Handlers<Extract<ResolutionHandler, { inTransaction: unknown }>["inTransaction"]>): void {
    for (const [resolution, inTransaction] of Object.entries(handlers))
      this.handlers.set(resolution, { inTransaction });
  }

  /** @throws DomainError resolution_not_offered if no feature handles it */
  of(kind: IssueKind, resolution: Resolution): ResolutionHandler {
    const handler = this.handlers.get(`${kind}/${resolution}`) ?? this.handlers.get(resolution);
    if (handler === undefined) throw new DomainError("resolution_not_offered");
    return handler;
  }
}

/** The order that an issue is about. @throws DomainError resolution_failed if there is none */
export function requiredOrder(issue: IssueEntity): string {
  const orderId = orderOfIssue(issue);
  if (orderId === undefined) throw new DomainError("resolution_failed");
  return orderId;
}
