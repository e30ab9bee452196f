import { resolve } from "node:path";
import { Module, type OnModuleInit } from "@nestjs/common";
import { IssuesModule } from "../issues/issues.module.js";
import { Config } from "../platform/config/config.js";
import { Database } from "../platform/database/database.js";
import { installationOf } from "../platform/database/installation.js";
import { RateLimitsModule } from "../platform/http/rate-limits.js";
import { UploadKinds } from "../uploads/upload-kinds.js";
import { PICTURE_UPLOADS_TABLES } from "../uploads/upload-tables.js";
import { UploadsApiModule, UploadsJobsModule, UploadsModule } from "../uploads/uploads.module.js";
import { FolderStore } from "./folder-store.js";
import { PictureChecksService } from "./picture-checks.service.js";
import { PictureDecoderService } from "./picture-decoder.service.js";
import { PictureFilesController } from "./picture-files.controller.js";
import { PictureFilesService } from "./picture-files.service.js";
import { PictureStore } from "./picture-store.js";
import { PictureSweepService } from "./picture-sweep.service.js";
import { PictureUploadsService } from "./picture-uploads.service.js";
import { PicturesService } from "./pictures.service.js";
import { S3Store } from "./s3-store.js";
import { WithShippedPictures } from "./shipped-pictures.js";

/** The store that the settings name, and the pictures that ship with the product. */
export function pictureStoreOf(
  { pictures }: Pick<Config, "pictures">,
  installation: () => Promise<string>,
): PictureStore {
  return new WithShippedPictures(
    pictures.s3 === undefined ? new FolderStore(resolve(pictures.folder)) : new S3Store(pictures.s3, installation),
  );
}

/** Pictures of brands: uploads, files, store. */
@Module({
  imports: [RateLimitsModule, IssuesModule, UploadsModule],
  providers: [
    {
      provide: PictureStore,
      useFactory: (config: Config, database: Database) => pictureStoreOf(config, () => installationOf(database)),
      inject: [Config, Database],
    },
    PicturesService,
    PictureUploadsService,
    PictureFilesService,
  ],
  exports: [PictureStore, PicturesService, PictureUploadsService, PictureFilesService],
})
export class PicturesModule implements OnModuleInit {
  constructor(
    private readonly kinds: UploadKinds,
    private readonly uploads: PictureUploadsService,
  ) {}

  onModuleInit(): void {
    this.kinds.receive(this.uploads);
  }
}

/** Uploads and files over HTTP; api process only. */
@Module({ imports: [PicturesModule, UploadsApiModule], controllers: [PictureFilesController] })
export class PicturesApiModule {}

/** Checks uploads, and sweeps; jobs process only. */
@Module({
  imports: [PicturesModule, UploadsModule, UploadsJobsModule],
  providers: [PictureDecoderService, PictureChecksService, PictureSweepService],
  exports: [PictureChecksService, PictureSweepService],
})
export class PicturesJobsModule implements OnModuleInit {
  constructor(
    private readonly kinds: UploadKinds,
    private readonly checks: PictureChecksService,
    private readonly files: PictureFilesService,
  ) {}

  onModuleInit(): void {
    this.kinds.onJob(PICTURE_UPLOADS_TABLES, async (pictureId) => {
      await this.files.removeOf(pictureId);
      return this.checks.check(pictureId);
    });
  }
}
