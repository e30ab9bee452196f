import { Controller, Get, Header, Req, Res } from "@nestjs/common";
import { ApiExcludeController } from "@nestjs/swagger";
import type { FastifyReply, FastifyRequest } from "fastify";
import { HttpRefusal } from "../platform/http/error-answer.js";
import { SiteFiles } from "./site-files.js";

/** The pages of the site: every path that is neither the API's nor a file is the single page application. */
@ApiExcludeController()
@Controller()
export class SiteController {
  constructor(private readonly files: SiteFiles) {}

  /** A file of the built site, or its page. */
  @Get(["/", "/*"])
  @Header("X-Robots-Tag", "all")
  async page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const path = new URL(request.url, "http://site").pathname;
    if (path.startsWith("/api/")) throw new HttpRefusal("not_found");
    const file = this.files.find(path);
    if (file === undefined) throw new HttpRefusal("not_found");
    await reply
      .header("Cache-Control", file.immutable ? "public, max-age=31536000, immutable" : "no-cache")
      .type(file.type)
      .send(file.bytes);
  }
}
