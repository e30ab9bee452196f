import { Injectable } from "@nestjs/common";
import { priceText } from "@sakhi/domain/brands/price.rules";
import { ngoCategoryAt, resolveCategory } from "@sakhi/domain/catalogue/categories";
import type { LiveListingsQueryDto } from "@sakhi/domain/catalogue/listings-query.dto";
import { ngoBrandOf } from "@sakhi/domain/catalogue/ngo-brands";
import { pathUnderBrand, productAt, productPath } from "@sakhi/domain/catalogue/product-address";
import { type EventFacts, editionTitle, publicFacts } from "@sakhi/domain/events/event-facts";
import { slugInPath } from "@sakhi/domain/fields/slug-text";
import english from "@sakhi/domain/generated/messages/en/pages";
import hindi from "@sakhi/domain/generated/messages/hi/pages";
import kannada from "@sakhi/domain/generated/messages/kn/pages";
import { type LanguageCode, pathIn, SITE_LANGUAGES } from "@sakhi/domain/languages/language-paths";
import { singleFile } from "@sakhi/domain/pictures/picture.rules";
import { type CatalogueModule, moduleOf } from "@sakhi/domain/site/modules";
import { type Breadcrumbs, breadcrumbList } from "@sakhi/domain/site/page-heads";
import {
  brandPath,
  categoryPath,
  eventPath,
  eventPaths,
  MODULE_PATHS,
  ngoBrandPath,
  PATHS,
} from "@sakhi/domain/site/routes";
import {
  type MatchedPage,
  matchSitePage,
  type NamedSubject,
  pageHead,
  type PageTexts,
  type SitePage,
} from "@sakhi/domain/site/site.pages";
import { slugOf } from "@sakhi/domain/site/slug";
import { stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import type { BrandResponse } from "../catalogue/catalogue.response.js";
import { CatalogueService } from "../catalogue/catalogue.service.js";
import type { ListingResponse } from "../catalogue/listing.response.js";
import { PastEventsService } from "../catalogue/past-events.service.js";
import { EventFactsService, type StoredEvent } from "../events/event-facts.service.js";
import { Config } from "../platform/config/config.js";
import { LayoutService } from "../stalls/layout.service.js";
import { lowestPrices } from "../stalls/listed-events.service.js";
import type { PageHead } from "./page-head.js";
import { PLAN_VIEW_MS } from "./page-renderer.service.js";
import { sharedPicture } from "./picture-address.js";
import {
  brandData,
  type JsonLd,
  listingList,
  melaEvent,
  organisation,
  productPageData,
  type StallOffer,
} from "./structured-data.js";

/** Status and head of a page; 404 for an unknown address or name. */
interface SitePageView {
  /** Path of the page that took this one's place: a brand under its new name. */
  readonly movedTo?: string | undefined;
  readonly status: 200 | 404;
  readonly head: PageHead;
  /** Path in SITE_PAGES; absent for an unknown address. */
  readonly path?: string;
  /** True if it shows the visitor's own data. */
  readonly personal: boolean;
  /** Path and query to render on the server; undefined: header and footer only. */
  readonly rendered?: string | undefined;
  /** The event whose floor plan the page shows; undefined if it shows none. */
  readonly planOf?: number | undefined;
}

/** The subject of a page with a name in its address. */
interface SubjectView extends NamedSubject {
  readonly listings: readonly ListingResponse[];
  readonly image?: string | null | undefined;
  /** Size of `image` in pixels, if known. */
  readonly imageSize?: { readonly width: number; readonly height: number } | undefined;
  /** Set for a brand's page. */
  readonly brand?: BrandResponse | undefined;
  /** Set for a product's page. */
  readonly product?: ListingResponse | undefined;
  /** Set for an edition of the Mela. */
  readonly edition?: StoredEvent | undefined;
  /** Set for the pages of an event. */
  readonly event?: StoredEvent | undefined;
}

type ListingsWanted = Pick<LiveListingsQueryDto, "module" | "category" | "brandName" | "eventName">;

/** The texts of pages by language. */
const PAGE_TEXTS: Readonly<Record<LanguageCode, PageTexts>> = { en: english, hi: hindi, kn: kannada };

/** Maximum listings in a page's structured data. */
const MAX_LISTINGS = 20;
/** The listings of a brand among which a product is found by its address: what its page asks for. */
const OF_ONE_BRAND = 100;

/** Whether an event sells stalls, now or later. */
const sells = ({ phase }: Pick<StoredEvent, "phase">): boolean => phase === "on_sale" || phase === "opens";

/** Builds the head of each page for search engines and link previews. */
@Injectable()
export class SitePagesService {
  /** By the event's id. */
  private readonly lastOffers = new Map<number, { readonly offers: readonly StallOffer[]; readonly readAt: number }>();

  constructor(
    private readonly catalogue: CatalogueService,
    private readonly config: Config,
    private readonly layout: LayoutService,
    private readonly eventFacts: EventFactsService,
    private readonly pastEvents: PastEventsService,
  ) {}

  /** @param pathname the specified one of the address, percent-encoded */
  async view(pathname: string, query: URLSearchParams, language: LanguageCode): Promise<SitePageView> {
    const facts = await this.eventFacts.current();
    const match = matchSitePage(pathname);
    if (match === undefined) return this.missing(facts, language);
    const subject = await this.subject(match, query);
    const { path, personal = false, waitingWith } = match.page;
    if (match.page.subject !== undefined && subject === undefined) {
      const movedTo = await this.movedTo(match, query);
      return { ...this.missing(facts, language), path, movedTo: movedTo && pathIn(language, movedTo) };
    }
    // Without the visitor's own value: all visitors of the page share its view.
    const own = subject?.event === undefined ? path : path.replace(":event", encodeURIComponent(subject.event.slug));
    const rendered = waitingWith !== undefined && query.get(waitingWith) ? `${own}?${waitingWith}=-` : undefined;
    const planOf =
      path === PATHS.plan
        ? await this.eventFacts.currentId()
        : path === PATHS.eventPlan
          ? subject?.event?.event.id
          : undefined;
    return { status: 200, head: await this.head(match, subject, facts, language), path, personal, rendered, planOf };
  }

  private async head(
    { page }: MatchedPage,
    subject: SubjectView | undefined,
    eventFacts: EventFacts,
    language: LanguageCode,
  ): Promise<PageHead> {
    const facts = publicFacts(eventFacts);
    // Not all facts: they have a `name`, and {name} is the subject's.
    const { dates, city, locality, organisation: us } = facts;
    const placeholders = { dates, city, locality, officeCity: us.city };
    const {
      title,
      description,
      breadcrumbs: crumbs,
    } = pageHead(
      page.path,
      subject,
      placeholders,
      sells(subject?.event ?? (await this.currentEvent())),
      PAGE_TEXTS[language],
    );
    return {
      title,
      description,
      canonical: this.urlIn(language, subject?.path ?? page.path),
      alternates: (["x-default", ...SITE_LANGUAGES] as const).map((each) => ({
        language: each,
        url: this.urlIn(each === "x-default" ? "en" : each, subject?.path ?? page.path),
      })),
      language,
      image: sharedPicture(subject?.image, this.config.publicUrl) ?? `${this.config.publicUrl}/share.png`,
      imageSize: subject?.imageSize,
      indexed: page.personal !== true,
      facts,
      data: await this.data(page, subject, eventFacts, crumbs),
    };
  }

  private async data(
    page: SitePage,
    subject: SubjectView | undefined,
    eventFacts: EventFacts,
    crumbs: Breadcrumbs,
  ): Promise<JsonLd[]> {
    const { publicUrl } = this.config;
    const facts = { publicUrl, ...eventFacts };
    const listings = subject?.listings ?? [];
    const shown =
      page.path === PATHS.events || page.path === PATHS.plan
        ? await this.currentEvent()
        : page.path === PATHS.eventPlan
          ? subject?.event
          : undefined;
    const edition = subject?.edition;
    return [
      ...(page.path === PATHS.home ? organisation(facts) : []),
      { "@context": "https://schema.org", ...breadcrumbList(publicUrl, crumbs) },
      ...(subject?.brand === undefined ? [] : [brandData(publicUrl, subject.path, subject.brand)]),
      ...(subject?.product === undefined ? [] : [productPageData(publicUrl, subject.product)]),
      ...(listings.length > 0 ? [listingList(publicUrl, listings)] : []),
      ...(shown === undefined ? [] : [await this.eventData(shown)]),
      ...(edition === undefined
        ? []
        : [
            melaEvent(
              { publicUrl, ...edition.facts },
              { path: subject?.path ?? page.path, stallCount: edition.stallCount, offers: [] },
            ),
          ]),
    ];
  }

  private urlIn(language: LanguageCode, path: string): string {
    return `${this.config.publicUrl}${pathIn(language, path)}`;
  }

  private async currentEvent(): Promise<StoredEvent> {
    return this.eventFacts.of(await this.eventFacts.currentId());
  }

  private async eventData(event: StoredEvent): Promise<JsonLd> {
    const { facts, stallCount } = event;
    const offers = await this.offers(event);
    return melaEvent({ publicUrl: this.config.publicUrl, ...facts }, { path: planPath(event), stallCount, offers });
  }

  /** The stalls of an event on sale, or that opens, by type. */
  private async offers({ event: { id }, phase }: StoredEvent): Promise<readonly StallOffer[]> {
    if (!sells({ phase })) return [];
    const now = performance.now();
    const last = this.lastOffers.get(id);
    // A new head is a new page to compress, and in the opening minute every request would have one.
    if (last !== undefined && now - last.readAt < PLAN_VIEW_MS) return last.offers;
    const { stalls } = await this.layout.current(id);
    const offers = lowestPrices(stalls).map(({ type, from }) => {
      const { priceFrom, nextPrice } = stalls.find((stall) => stall.type === type && stall.price === from) ?? {};
      return {
        ...{ name: `${stallTypeLabel(type)} stall`, price: from, priceFrom, nextPrice },
        available: stalls.filter((stall) => stall.type === type && stall.status === "Available").length,
      };
    });
    this.lastOffers.set(id, { offers, readAt: now });
    return offers;
  }

  private missing(facts: EventFacts, language: LanguageCode): SitePageView {
    return {
      status: 404,
      personal: false,
      head: {
        title: "404 Page Not Found",
        description: "There is nothing at this address.",
        image: `${this.config.publicUrl}/share.png`,
        indexed: false,
        language,
        facts: publicFacts(facts),
        data: [],
      },
    };
  }

  /** The subject named in the address; undefined if it does not exist. */
  private async subject({ page, params }: MatchedPage, query: URLSearchParams): Promise<SubjectView | undefined> {
    const param = (name: string): string => params[name] ?? "";
    switch (page.subject) {
      case undefined:
        return undefined;
      case "shopCategory":
        return this.category("shops", param("categoryId"));
      case "serviceCategory":
        return this.category("services", param("categoryId"));
      case "ngoCategory":
        return this.category("ngos", ngoCategoryAt(param("categoryName"))?.slug ?? "");
      case "brand":
        return this.brand(moduleOf(query.get("module")), param("brandName"));
      case "serviceBrand":
        return this.brand("services", param("brandName"));
      case "product":
        return this.product(moduleOf(query.get("module")), param("brandName"), param("product"));
      case "serviceProduct":
        return this.product("services", param("brandName"), param("product"));
      case "ngoBrand":
        return this.ngoBrand(param("categoryName"), param("brandSlug"));
      case "event":
        return this.event(param("eventName"));
      case "paidEvent":
        return this.paidEvent(page, param("event"));
    }
  }

  /** Where the page of a brand or its product is under the brand's new name; undefined if there is none. */
  private async movedTo({ page, params }: MatchedPage, query: URLSearchParams): Promise<string | undefined> {
    const param = (name: string): string => params[name] ?? "";
    switch (page.subject) {
      case "brand":
        return this.renamed(moduleOf(query.get("module")), param("brandName"));
      case "serviceBrand":
        return this.renamed("services", param("brandName"));
      case "product":
        return this.renamed(moduleOf(query.get("module")), param("brandName"), param("product"));
      case "serviceProduct":
        return this.renamed("services", param("brandName"), param("product"));
      case "ngoBrand": {
        const former = (await this.catalogue.formerNames("ngos")).find((name) => slugOf(name) === param("brandSlug"));
        return former === undefined ? undefined : this.renamed("ngos", former);
      }
      default:
        return undefined;
    }
  }

  private async renamed(module: CatalogueModule, name: string, product?: string): Promise<string | undefined> {
    const brand = await this.catalogue.renamedBrand(module, name);
    if (brand === undefined) return undefined;
    return product === undefined ? brandPath(module, brand.name) : pathUnderBrand(module, brand.name, product);
  }

  private async category(module: CatalogueModule, text: string): Promise<SubjectView | undefined> {
    const category = resolveCategory(module, text);
    if (category === undefined) return undefined;
    const listings = await this.listings({ module, category: category.name });
    return { name: category.name, listings, path: categoryPath(module, category.slug) };
  }

  private async brand(module: CatalogueModule, name: string): Promise<SubjectView | undefined> {
    const brand = await this.catalogue.brand(module, name);
    if (brand === undefined) return undefined;
    const listings = await this.listings({ module, brandName: brand.name });
    const preview = singleFile((brand.picture ?? brand.logoPicture)?.files ?? []);
    return {
      name: brand.name,
      brand,
      // The card of a brand without products is the brand itself.
      listings: listings.filter(({ isCard }) => !isCard),
      description: brand.description,
      image: preview?.url ?? brand.logo,
      imageSize: preview,
      path: brandPath(module, brand.name),
      parent: MODULE_PATHS[module],
    };
  }

  private async product(module: CatalogueModule, brandName: string, key: string): Promise<SubjectView | undefined> {
    const live = await this.listings({ module, brandName }, OF_ONE_BRAND);
    const product = productAt(
      live.filter(({ isCard }) => !isCard),
      key,
    );
    if (product === undefined) return undefined;
    const { name, description, price, productPictures, image, brandName: brand } = product;
    const preview = singleFile((productPictures[0] ?? product.coverPicture ?? product.logoPicture)?.files ?? []);
    return {
      name,
      product,
      listings: [],
      description: [price === null ? "" : priceText(price), description].filter((part) => part !== "").join(" · "),
      image: preview?.url ?? image,
      imageSize: preview,
      path: productPath(module, brand, product),
      parent: MODULE_PATHS[module],
      above: { name: brand, path: brandPath(module, brand) },
    };
  }

  private async ngoBrand(category: string, slug: string): Promise<SubjectView | undefined> {
    const resolved = resolveCategory("ngos", category);
    if (resolved === undefined) return undefined;
    const known = ngoBrandOf(slug);
    if (known !== undefined) {
      const path = ngoBrandPath(slugOf(known.category), slug);
      return { name: known.name, listings: [], image: known.logo, path };
    }
    // Other live brands of the category have a page here too.
    const names = await this.catalogue.brandsOf(resolved);
    const name = names.find((brand) => slugOf(brand) === slug);
    return name === undefined ? undefined : this.brand("ngos", name);
  }

  /** A page of an event by its slug. The specified addresses are the canonical ones of the current event. */
  private async paidEvent(page: SitePage, slug: string): Promise<SubjectView | undefined> {
    const editions = await this.eventFacts.editions();
    const event = editions.find((edition) => edition.slug === slugInPath(slug));
    if (event === undefined) return undefined;
    const own = page.path.replace(":event", encodeURIComponent(event.slug));
    return {
      name: editionTitle(event.event),
      // All events have the same policies.
      path: page.path === PATHS.eventPolicies ? PATHS.policies : page.path === PATHS.eventPlan ? planPath(event) : own,
      listings: [],
      event,
    };
  }

  /** An event with live listings, a past event, or an upcoming edition. */
  private async event(name: string): Promise<SubjectView | undefined> {
    const [listings, past, editions] = await Promise.all([
      this.listings({ eventName: name }),
      this.pastEvents.find(name),
      this.eventFacts.editions(),
    ]);
    const known = past?.title ?? listings[0]?.eventName;
    if (known === undefined || known === null) return undefined;
    return {
      name: known,
      listings,
      ...(past === undefined
        ? {}
        : {
            description: `${past.title}, ${past.date}: ${past.description}`,
            image: past.image,
            edition: editions.find(({ event }) => past.id === `mela-${event.id}`),
          }),
      path: eventPath(known),
    };
  }

  private async listings(query: ListingsWanted, limit = MAX_LISTINGS): Promise<ListingResponse[]> {
    const { json } = await this.catalogue.liveListings({ ...query, limit });
    return JSON.parse(json.toString()) as ListingResponse[];
  }
}

/** The page of an event's plan: the specified one if it is current. */
export function planPath({ slug, isCurrent }: StoredEvent): string {
  return eventPaths(isCurrent ? undefined : slug).plan;
}
