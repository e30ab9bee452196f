import { Module } from "@nestjs/common";
import { SiteController } from "./site.controller.js";
import { SiteFiles } from "./site-files.js";

/** Serves the built site; must be the last module with routes. */
@Module({ controllers: [SiteController], providers: [SiteFiles] })
export class SiteModule {}
