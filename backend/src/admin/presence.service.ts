import { Injectable, type StreamableFile } from "@nestjs/common";
import { editionTitle, eventDays } from "@sakhi/domain/events/event-facts";
import { indianClock } from "@sakhi/domain/events/indian-time";
import type { FileColumn, FileFormat } from "@sakhi/domain/fields/cells";
import { gateDays } from "@sakhi/domain/gate/gate.rules";
import { arrivalsPerHour, isNoShow } from "@sakhi/domain/gate/presence.rules";
import { istDate } from "@sakhi/domain/invoices/indian-dates";
import { stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import type { Administrator } from "../accounts/administrator.js";
import { EVENT_COLUMN, ExportsService } from "../accounts/exports.service.js";
import { GateListService } from "../gate/gate-list.service.js";
import { oneBatch } from "../platform/files/tables.js";
import type { PresenceFiguresResponse, PresenceResponse } from "./presence.response.js";

/** Lists who came to an event and who did not, and exports it. */
@Injectable()
export class PresenceService {
  constructor(
    private readonly gateList: GateListService,
    private readonly exports: ExportsService,
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

  /**
   * Every sold stall, with the time of its arrival on each day. The export is audited.
   *
   * @throws DomainError event_not_found
   * @throws HttpError rate_limited
   */
  async file(administrator: Administrator, slug: string, format: FileFormat): Promise<StreamableFile> {
    const stored = await this.gateList.named(slug);
    const { rows } = await this.read(slug);
    const event = editionTitle(stored.event);
    type Row = (typeof rows)[number];
    const columns: readonly FileColumn<Row>[] = [
      { name: "Stall ID", cell: ({ stallId }) => stallId },
      { name: "Stall Type", cell: ({ stallType }) => stallType },
      { name: "Business Name", cell: ({ businessName }) => businessName },
      { name: "Full Name", cell: ({ fullName }) => fullName },
      { name: "Papers Missing", cell: ({ missing }) => missing },
      ...gateDays(stored.event).map((day): FileColumn<Row> => ({
        name: `Arrived ${day}`,
        cell: ({ arrivals }) => {
          const found = arrivals.find((each) => each.day === day);
          return found && `${indianClock(new Date(found.at), "minute")}, ${found.by}`;
        },
      })),
      { name: "No-show", cell: ({ noShow }) => (noShow ? "yes" : "") },
      { name: EVENT_COLUMN, cell: () => event },
    ];
    return this.exports.table({
      ...{ administrator, action: "arrivals_exported", subjectType: "registrations", what: "mela-arrivals", format },
      ...{ event: { slug }, columns, rows: () => oneBatch(rows), count: rows.length },
    });
  }
}
