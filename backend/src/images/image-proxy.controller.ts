import { Controller, Get, Query, Res } from "@nestjs/common";
import { ApiOkResponse, ApiProduces, ApiTags } from "@nestjs/swagger";
import { ImageProxyQueryDto } from "@sakhi/domain/catalogue/image-proxy-query.dto";
import type { FastifyReply } from "fastify";
import { ApiErrors } from "../platform/http/api-errors.js";
import { ImageProxyService } from "./image-proxy.service.js";

const TYPES = ["image/jpeg", "image/png", "image/gif", "image/webp", "image/avif"];

/** Public proxy for pictures of the shared drive. */
@ApiTags("catalogue")
@Controller("api/v1/image-proxy")
export class ImageProxyController {
  constructor(private readonly imageProxy: ImageProxyService) {}

  /**
   * Returns a picture of the shared drive. Rejects with a 4xx and a code: other hosts and protocols, addresses that
   * resolve to a private network, pictures that the catalogue does not show, redirects to either, files that are no picture, too large or too slow.
   */
  @Get()
  @ApiProduces(...TYPES)
  @ApiOkResponse({ description: "The picture", schema: { type: "string", format: "binary" } })
  @ApiErrors([
    "image_address_invalid",
    "image_host_refused",
    "image_network_refused",
    "image_unknown",
    "image_unavailable",
    "image_too_large",
    "image_type_refused",
    "rate_limited",
  ])
  async image(@Query() { url }: ImageProxyQueryDto, @Res() reply: FastifyReply): Promise<void> {
    const { bytes, type } = await this.imageProxy.image(url);
    await reply
      .header("cache-control", "public, max-age=86400")
      .header("content-security-policy", "default-src 'none'; sandbox")
      .header("content-disposition", "inline")
      .type(type)
      .send(bytes);
  }
}
