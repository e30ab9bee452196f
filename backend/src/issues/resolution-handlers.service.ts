import { Injectable } from "@nestjs/common";
import type { Resolution } from "@sakhi/domain/admin/resolutions";
import { DomainError } from "@sakhi/domain/errors/error-codes";
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

/** The transactional part of a resolution. */
export type ResolutionStep = (tx: Tx) => Promise<ResolutionResult>;

/** A resolution that an administrator chose. */
export interface ResolutionRequest {
  readonly issue: IssueEntity;
  /** The administrator's user name. */
  readonly by: string;
  /** Empty without one. */
  readonly reason: string;
}

/**
 * Applies a resolution: calls the provider or Temporal, outside of a transaction, and returns the transactional part.
 *
 * @throws DomainError resolution_failed
 */
export type ResolutionHandler = (request: ResolutionRequest) => ResolutionStep | Promise<ResolutionStep>;

/** A resolution, of every kind of issue or of one. */
type HandledResolution = Resolution | `${IssueKind}/${Resolution}`;

/** The handlers of issues' resolutions. Each feature registers those of its own things. */
@Injectable()
export class ResolutionHandlersService {
  private readonly handlers = new Map<string, ResolutionHandler>();

  /** Called once by each feature on construction. */
  register(handlers: Readonly<Partial<Record<HandledResolution, ResolutionHandler>>>): void {
    for (const [resolution, handler] of Object.entries(handlers)) this.handlers.set(resolution, handler);
  }

  /** @throws DomainError resolution_not_offered if no feature handles it */
  of(kind: IssueKind, resolution: Resolution): ResolutionHandler {
    const handler = this.handlers.get(`${kind}/${resolution}`) ?? this.handlers.get(resolution);
    if (handler === undefined) throw new DomainError("resolution_not_offered");
    return handler;
  }
}

/** A step without a transactional part. */
export function done(result: ResolutionResult): ResolutionStep {
  return () => Promise.resolve(result);
}

/** The order that an issue is about. @throws DomainError resolution_failed if there is none */
export function requiredOrder(issue: IssueEntity): string {
  const orderId = orderOfIssue(issue);
  if (orderId === undefined) throw new DomainError("resolution_failed");
  return orderId;
}
