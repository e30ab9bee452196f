import { type DynamicModule, Module } from "@nestjs/common";
import { Config } from "../platform/config/config.js";
import { ImageProxyController } from "./image-proxy.controller.js";
import { ImageProxyPolicy, imageProxyPolicy } from "./image-proxy.policy.js";
import { ImageProxyService } from "./image-proxy.service.js";

/** Pictures of the shared drive through our own address. */
@Module({})
export class ImageProxyModule {
  /** @param policy for tests; otherwise the known hosts of the settings */
  static with(policy?: ImageProxyPolicy): DynamicModule {
    return {
      module: ImageProxyModule,
      controllers: [ImageProxyController],
      providers: [
        policy === undefined
          ? {
              provide: ImageProxyPolicy,
              useFactory: (config: Config) => imageProxyPolicy(config.imageProxyHosts),
              inject: [Config],
            }
          : { provide: ImageProxyPolicy, useValue: policy },
        ImageProxyService,
      ],
    };
  }
}
