import { Injectable } from "@nestjs/common";
import type { OrderSubject } from "./order-subject.types.js";
import type { SubjectType } from "./orders.types.js";

/** Who stands behind which orders. Features register what they sell when they are made. */
@Injectable()
export class OrderSubjects {
  private readonly byType = new Map<SubjectType, OrderSubject>();

  register(subject: OrderSubject): void {
    this.byType.set(subject.type, subject);
  }

  /** @throws Error when no feature registered for this kind of order: a mistake of ours */
  of(type: SubjectType): OrderSubject {
    const subject = this.byType.get(type);
    if (subject === undefined) throw new Error(`no feature sells for orders of type ${type}`);
    return subject;
  }
}
