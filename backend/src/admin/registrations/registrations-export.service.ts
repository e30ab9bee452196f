import { Injectable, StreamableFile } from "@nestjs/common";
import type { RegistrationsQueryDto } from "@sakhi/domain/administration/registrations-query.dto";
@Injectable()
export class RegistrationsExport {
  file(query: RegistrationsQueryDto): StreamableFile {
    throw new Error(`not yet: ${String(query.q)}`);
  }
}
