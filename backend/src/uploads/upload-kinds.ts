import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { UploadReceiver } from "./upload-receiver.js";
import type { UploadTables } from "./upload-tables.js";

/** The kinds of uploads of this process: a feature with uploads adds its own when its module starts. */
@Injectable()
export class UploadKinds {
  private readonly receivers = new Set<UploadReceiver>();
  private readonly jobs = new Map<string, (id: string) => Promise<string>>();

  /** Uploads whose tickets it takes go to this receiver. */
  receive(receiver: UploadReceiver): void {
    this.receivers.add(receiver);
  }

  /** Jobs with an upload of these tables are for this work. */
  onJob({ job }: UploadTables, work: (id: string) => Promise<string>): void {
    this.jobs.set(job, work);
  }

  /** The receiver of a ticket. @throws DomainError upload_ticket_invalid */
  receiverOf(ticket: string): UploadReceiver {
    for (const receiver of this.receivers) if (receiver.takes(ticket)) return receiver;
    throw new DomainError("upload_ticket_invalid");
  }

  /** Does what a job asks for. @throws Error for a kind that this process does not know: another one may */
  work(name: string, id: string): Promise<string> {
    const work = this.jobs.get(name);
    if (work === undefined) throw new Error(`no work for jobs with ${name}`);
    return work(id);
  }
}
