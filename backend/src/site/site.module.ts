import { type DynamicModule, Module } from "@nestjs/common";
import { CatalogueModule } from "../catalogue/catalogue.module.js";
import { EventFactsModule } from "../events/event-facts.module.js";
import { LayoutModule } from "../stalls/layout.module.js";
import { PageRendererService } from "./page-renderer.service.js";
import { BUILT_SITE, SITE_FOLDER, SiteFiles } from "./site-files.js";
import { SitePagesService } from "./site-pages.service.js";
import { SiteController } from "./site.controller.js";
import { SitemapService } from "./sitemap.service.js";

/** Serves the built site, each page with its own head; must be the last module with routes. */
@Module({})
export class SiteModule {
  /** @param folder the built site; tests supply their own */
  static with(folder: string = BUILT_SITE): DynamicModule {
    return {
      module: SiteModule,
      imports: [CatalogueModule, EventFactsModule, LayoutModule],
      controllers: [SiteController],
      providers: [
        PageRendererService,
        SiteFiles,
        SitemapService,
        SitePagesService,
        { provide: SITE_FOLDER, useValue: folder },
      ],
    };
  }
}
