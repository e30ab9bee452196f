import { type DynamicModule, Module } from "@nestjs/common";
import { Config } from "../platform/config/config.js";
import { ImageProxyController } from "./image-proxy.controller.js";
import { ImageProxyPolicy, imageProxyPolicy } from "./image-proxy.policy.js";
import { ImageProxyService } from "./image-proxy.service.js";
import { KnownPicturesService } from "./known-pictures.service.js";

/** Proxy for pictures of the shared drive. */
@Module({})
export class ImageProxyModule {
  /** @param policy for tests; defaults to the configured hosts */
  static with(policy?: ImageProxyPolicy): DynamicModule {
    return {
      module: ImageProxyModule,
      controllers: [ImageProxyController],
      providers: [
        policy === undefined
          ? {
              provide: ImageProxyPolicy,
              useFactory: (config: Config, pictures: KnownPicturesService) =>
                imageProxyPolicy(config.imageProxyHosts, pictures),
              inject: [Config, KnownPicturesService],
            }
          : { provide: ImageProxyPolicy, useValue: policy },
        ...(policy === undefined ? [KnownPicturesService] : []),
        ImageProxyService,
      ],
    };
  }
}
