import { Injectable, type StreamableFile } from "@nestjs/common";
import { editionTitle, eventDays } from "@sakhi/domain/events/event-facts";
import { indianClock } from "@sakhi/domain/events/indian-time";
import { BYTE_ORDER_MARK, csvLine } from "@sakhi/domain/fields/csv";
import { gateDays } from "@sakhi/domain/gate/gate.rules";
import { arrivalsPerHour, isNoShow } from "@sakhi/domain/gate/presence.rules";
import { istDate } from "@sakhi/domain/invoices/indian-dates";
import { stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import type { Administrator } from "../accounts/administrator.js";
import { AuditLogService } from "../accounts/audit-log.service.js";
import { GateListService } from "../gate/gate-list.service.js";
import { Database } from "../platform/database/database.js";
import { csvFile, EVENT_COLUMN, exportName } from "./csv-file.js";
import type { PresenceFiguresResponse, PresenceResponse } from "./presence.response.js";

/** Lists who came to an event and who did not, and exports it. */
@Injectable()
export class PresenceService {
  constructor(
    private readonly database: Database,
    private readonly gateList: GateListService,
    private readonly auditLog: AuditLogService,
  ) {}

  /** @throws DomainError event_not_found */
  async read(slug: string): Promise<PresenceResponse> {
    const stored = await this.gateList.named(slug);
    const presence = await this.gateList.presence(stored);
    const { start } = eventDays(stored.event);
    const today = istDate(new Date());
    const rows = presence.map(({ stallType, brand, name, arrivals, ...row }) => ({
      ...row,
      stallType: stallTypeLabel(stallType),
      ...{ businessName: brand, fullName: name },
      arrivals: arrivals.map(({ day, at, by }) => ({ day, at: new Date(at).toISOString(), by })),
      noShow: isNoShow(
        arrivals.map(({ day }) => day),
        today,
        start,
      ),
    }));
    const days = gateDays(stored.event).map((day) => {
      const times = presence.flatMap(({ arrivals }) => arrivals.filter((each) => each.day === day).map(({ at }) => at));
      return { day, arrived: times.length, perHour: [...arrivalsPerHour(times)] };
    });
    return {
      sold: rows.length,
      arrived: rows.filter(({ arrivals }) => arrivals.length > 0).length,
      noShows: rows.filter(({ noShow }) => noShow).length,
      ...{ days, rows },
    };
  }

  /** @throws DomainError event_not_found */
  async figures(slug: string): Promise<PresenceFiguresResponse> {
    const { sold, arrived, noShows } = await this.read(slug);
    return { sold, arrived, noShows };
  }

  /** Every sold stall, with the time of its arrival on each day, as CSV. The export is audited. @throws DomainError event_not_found */
  async file(administrator: Administrator, slug: string): Promise<StreamableFile> {
    const stored = await this.gateList.named(slug);
    const { rows } = await this.read(slug);
    const days = gateDays(stored.event);
    const columns = csvLine([
      ...["Stall ID", "Stall Type", "Business Name", "Full Name", "Papers Missing"],
      ...days.map((day) => `Arrived ${day}`),
      ...["No-show", EVENT_COLUMN],
    ]);
    const event = editionTitle(stored.event);
    const lines = rows.map(({ stallId, stallType, businessName, fullName, missing, arrivals, noShow }) =>
      csvLine([
        ...[stallId, stallType, businessName, fullName, String(missing)],
        ...days.map((day) => {
          const found = arrivals.find((each) => each.day === day);
          return found === undefined ? "" : `${indianClock(new Date(found.at), "minute")}, ${found.by}`;
        }),
        ...[noShow ? "yes" : "", event],
      ]),
    );
    const name = exportName("mela-arrivals", { slug });
    await this.database.transaction((tx) =>
      this.auditLog.record(tx, {
        ...{ administrator, action: "arrivals_exported", subjectType: "registrations", subjectId: name },
        after: { rows: rows.length, event: slug },
      }),
    );
    return csvFile(name, Buffer.from(BYTE_ORDER_MARK + columns + lines.join("")));
  }
}
