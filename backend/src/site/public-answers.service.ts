import { Injectable } from "@nestjs/common";
import { type CatalogueModule, isCatalogueModule } from "@sakhi/domain/site/modules";
import { CatalogueService } from "../catalogue/catalogue.service.js";

/** An answer as the API gives it to anybody. */
export interface PublicAnswer {
  readonly json: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Longer answers make no first view, in bytes: the browser asks for them. */
const MAX_BYTES = 100_000;
/** A page waits no longer for an answer, in ms: then the browser asks for it. */
const MAX_WAIT_MS = 500;

type Kept = Awaited<ReturnType<CatalogueService["highlights"]>>;

/**
 * What the API answers anybody, for the first view of a page: the very bytes that its calls keep and send
 * (backend/src/catalogue/catalogue.controller.ts). Knows no visitor, so that nothing of one can be in it.
 */
@Injectable()
export class PublicAnswers {
  constructor(private readonly catalogue: CatalogueService) {}

  /**
   * @param path of the call
   * @param params of its query
   * @returns undefined where the browser has to ask: another call, too long or too late an answer, none
   */
  async to(path: string, params: Readonly<Record<string, unknown>>): Promise<PublicAnswer | undefined> {
    const asked = this.asked(path, params)?.catch(() => undefined);
    if (asked === undefined) return undefined;
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), MAX_WAIT_MS);
    });
    const answer = await Promise.race([asked, tooLate]);
    clearTimeout(timer);
    if (answer === undefined || answer.json.length > MAX_BYTES) return undefined;
    return { json: answer.json.toString(), headers: answer.headers };
  }

  private asked(path: string, params: Readonly<Record<string, unknown>>): Promise<Kept> | undefined {
    const text = (name: string): string | undefined => {
      const given = params[name];
      return typeof given === "string" ? given : undefined;
    };
    const module = moduleOf(text("module"));
    const { limit } = params;
    switch (path) {
      case "/api/v1/listings/highlights":
        return this.catalogue.highlights();
      case "/api/v1/listings/categories":
        return this.catalogue.categories(module);
      case "/api/v1/listings/live":
        return this.catalogue.liveListings({
          module,
          category: text("category"),
          brandName: text("brandName"),
          limit: typeof limit === "number" ? limit : undefined,
        });
      default:
        return undefined;
    }
  }
}

const moduleOf = (given: string | undefined): CatalogueModule | undefined =>
  given !== undefined && isCatalogueModule(given) ? given : undefined;
