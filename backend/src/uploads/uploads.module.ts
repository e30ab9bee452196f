import { Logger, Module, type OnApplicationBootstrap } from "@nestjs/common";
import { Config } from "../platform/config/config.js";
import { DecoderCommand } from "./decoder-command.js";
import { DecoderService } from "./decoder.service.js";
import { UploadKinds } from "./upload-kinds.js";
import { UploadsController } from "./uploads.controller.js";
import { UploadsProcessor } from "./uploads.processor.js";

/** What features with uploads share. */
@Module({ providers: [UploadKinds], exports: [UploadKinds] })
export class UploadsModule {}

/** Uploads over HTTP; api process only. */
@Module({ imports: [UploadsModule], controllers: [UploadsController] })
export class UploadsApiModule {}

/** The decoder, and the jobs that use it; jobs process only. */
@Module({
  imports: [UploadsModule],
  providers: [
    {
      provide: DecoderCommand,
      useFactory: ({ decoderSocket }: Config) => DecoderCommand.ofBuild(decoderSocket),
      inject: [Config],
    },
    DecoderService,
    UploadsProcessor,
  ],
  exports: [DecoderService],
})
export class UploadsJobsModule implements OnApplicationBootstrap {
  private readonly log = new Logger("Uploads");

  constructor(private readonly decoder: DecoderService) {}

  /** An operator can read in the log what shuts the decoder in. */
  onApplicationBootstrap(): void {
    this.log.log({ event: "decoder_isolation", isolation: this.decoder.isolationWords() });
  }
}
