import { PATHS } from "@sakhi/domain/site/routes";
import { Injectable } from "@nestjs/common";
import { SITE_PAGES, describedPage, matchSitePage, named } from "@sakhi/domain/site/site.pages";
import type { MatchedPage, SitePage } from "@sakhi/domain/site/site.pages";
import { STALL_TYPES, stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import { Config } from "../platform/config/config.js";
import { StallsService } from "../stalls/stalls.service.js";
import type { PageHead } from "./page-head.js";
import { PageSubjects } from "./page-subjects.service.js";
import type { SubjectView } from "./page-subjects.service.js";
import { sharedPicture } from "./picture-address.js";
import { breadcrumbs, listingList, melaEvent, organisation } from "./structured-data.js";
import type { Crumb, JsonLd, StallOffer } from "./structured-data.js";

/** A page to be sent: its head, and 404 when there is nothing at its address. */
export interface SitePageView {
  readonly status: 200 | 404;
  readonly head: PageHead;
}

/** Longest description that search engines show. */
const DESCRIPTION_LENGTH = 160;

/** What each address of the site shows search engines and anyone who shares a link to it. */
@Injectable()
export class SitePages {
  constructor(
    private readonly config: Config,
    private readonly subjects: PageSubjects,
    private readonly stalls: StallsService,
  ) {}

  /** @param pathname as in the address, percent-encoded */
  async view(pathname: string, query: URLSearchParams): Promise<SitePageView> {
    const match = matchSitePage(pathname);
    if (match === undefined) return this.missing();
    const subject = await this.subjects.find(match, query);
    if (match.page.subject !== undefined && subject === undefined) return this.missing();
    return { status: 200, head: await this.head(match, subject) };
  }

  private async head({ page }: MatchedPage, subject: SubjectView | undefined): Promise<PageHead> {
    const name = subject?.name ?? "";
    const path = subject?.path ?? page.path;
    const title = named(page.title, name);
    return {
      title,
      description: shortened(subject?.description ?? describedPage(page, name, this.config.event)),
      canonical: `${this.config.publicUrl}${path}`,
      image: sharedPicture(subject?.image, this.config.publicUrl) ?? `${this.config.publicUrl}/share.png`,
      indexed: page.personal !== true,
      melaDays: this.config.event,
      data: await this.data(page, subject, {
        name: page.path === PATHS.home ? "Home" : (subject?.name ?? title),
        path,
      }),
    };
  }

  private async data(page: SitePage, subject: SubjectView | undefined, here: Crumb): Promise<JsonLd[]> {
    const facts = { publicUrl: this.config.publicUrl };
    const listings = subject?.listings ?? [];
    return [
      ...(page.path === PATHS.home ? organisation(facts) : []),
      breadcrumbs(facts, [...crumbsAbove(page), here]),
      ...(listings.length > 0 ? [listingList(facts, listings)] : []),
      ...(page.path === PATHS.events || page.path === PATHS.plan
        ? [melaEvent(facts, this.config.event, await this.offers())]
        : []),
    ];
  }

  private async offers(): Promise<StallOffer[]> {
    const layout = await this.stalls.layout();
    return STALL_TYPES.map((type) => {
      const ofType = layout.filter((stall) => stall.type === type);
      return {
        name: `${stallTypeLabel(type)} stall`,
        price: Math.min(...ofType.map((stall) => stall.price)),
        available: ofType.filter((stall) => stall.status === "Available").length,
      };
    });
  }

  private missing(): SitePageView {
    return {
      status: 404,
      head: {
        title: "404 Page Not Found",
        description: "There is nothing at this address.",
        image: `${this.config.publicUrl}/share.png`,
        indexed: false,
        melaDays: this.config.event,
        data: [],
      },
    };
  }
}

/** The pages above a page, the home page first. */
function crumbsAbove(page: SitePage): Crumb[] {
  const parent = SITE_PAGES.find((other) => other.path === page.parent);
  if (parent === undefined) return [];
  return [...crumbsAbove(parent), { name: parent.path === "/" ? "Home" : parent.title, path: parent.path }];
}

function shortened(text: string): string {
  if (text.length <= DESCRIPTION_LENGTH) return text;
  const cut = text.slice(0, DESCRIPTION_LENGTH);
  const end = cut.lastIndexOf(" ");
  // A word that fills the room by itself is cut where it ends, between two characters and not within one.
  const kept = end > 0 ? cut.slice(0, end) : [...cut].slice(0, -2).join("");
  return `${kept}…`;
}
