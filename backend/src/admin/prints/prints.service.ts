import { Injectable, StreamableFile } from "@nestjs/common";
import { printed, type PrintedStall, type PrintKind } from "@sakhi/domain/admin/prints";
import { setupInShort, setupOf } from "@sakhi/domain/events/arrival.rules";
import { shortDates } from "@sakhi/domain/events/event-dates";
import { editionTitle } from "@sakhi/domain/events/event-facts";
import { oneLine } from "@sakhi/domain/fields/characters";
import { brandPath } from "@sakhi/domain/site/routes";
import { stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import type { Administrator } from "../../accounts/administrator.js";
import { AuditLogService } from "../../accounts/audit-log.service.js";
import { exportName } from "../../accounts/exports.service.js";
import { BrandStallsService } from "../../brands/brand-stalls.service.js";
import type { StoredEvent } from "../../events/event-facts.service.js";
import { GateListService } from "../../gate/gate-list.service.js";
import { Config } from "../../platform/config/config.js";
import { Database } from "../../platform/database/database.js";
import { attachment } from "../../platform/http/attachment.js";
import { PlansService } from "../../stalls/plans.service.js";
import { PrinterService } from "./printer.service.js";

/** Prints of an event's sold stalls: lists, signs and the plan. */
@Injectable()
export class PrintsService {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly gateList: GateListService,
    private readonly brandStalls: BrandStallsService,
    private readonly plans: PlansService,
    private readonly printer: PrinterService,
    private readonly auditLog: AuditLogService,
  ) {}

  /**
   * A PDF to print, as it is drawn. Recorded in the audit log before anything of it leaves.
   *
   * @throws DomainError event_not_found
   * @throws HttpError rate_limited while too many are drawn
   */
  async file(administrator: Administrator, slug: string, kind: PrintKind): Promise<StreamableFile> {
    const stored = await this.gateList.named(slug);
    const { event, facts } = stored;
    const [sold, shown] = await Promise.all([this.gateList.presence(stored), this.brandStalls.atStallsOf(event.id)]);
    const pages = new Map(shown.map((brand) => [brand.stallId, brand]));
    const stalls = sold.map(({ stallId, stallType, brand, name, missing }): PrintedStall => {
      const page = pages.get(stallId);
      return {
        ...{ stallId, type: stallTypeLabel(stallType), missing, name: oneLine(name) },
        brand: oneLine(page?.brandName ?? brand),
        ...setupOfStall(stored, stallId),
        ...(page === undefined ? {} : { page: this.config.publicUrl + brandPath(page.module, page.brandName) }),
      };
    });
    const now = new Date();
    const drawn = await this.printer.print({
      kind,
      title: editionTitle(event),
      dates: shortDates(event),
      place: [event.venueName, event.city].filter((part) => part !== "").join(", "),
      organisation: facts.organisation.name,
      printedAt: now.toISOString(),
      stalls: printed(kind, stalls),
      ...(kind === "plan" ? { plan: (await this.plans.designed(slug)).published } : {}),
    });
    const name = exportName(`mela-${kind}`, { slug }, { now, ending: "pdf" });
    try {
      await this.database.transaction((tx) =>
        this.auditLog.record(tx, {
          ...{ administrator, action: "print_exported", subjectType: "registrations", subjectId: name },
          after: { kind, rows: stalls.length, event: slug },
        }),
      );
    } catch (error) {
      drawn.destroy();
      throw error;
    }
    return new StreamableFile(drawn, { type: "application/pdf", disposition: attachment(name) });
  }
}

/** "2 Dec, 14:00" of an event with times to set up. */
function setupOfStall({ facts: { arrival, event } }: StoredEvent, stallId: string): Pick<PrintedStall, "setup"> {
  const time = setupOf(arrival.setup, stallId);
  return time === undefined ? {} : { setup: setupInShort(time, event) };
}
