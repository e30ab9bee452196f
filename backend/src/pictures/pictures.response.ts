import { ApiProperty } from "@nestjs/swagger";
import type { PictureFocus } from "@sakhi/domain/pictures/picture-focus";
import { PICTURE_FORMATS, type PictureFormat, type PictureState } from "@sakhi/domain/pictures/picture.rules";
import { UPLOAD_STATES } from "@sakhi/domain/uploads/upload.rules";

/** One file of a picture. */
export class PictureFileResponse {
  @ApiProperty({ enum: PICTURE_FORMATS, enumName: "PictureFormat" })
  format!: PictureFormat;
  /** In pixels. */
  width!: number;
  height!: number;
  /** Path on this site; its content never changes. Of a picture that no published page shows, it ends after an hour or two. */
  url!: string;
}

/** The point of a picture that stays in view wherever it is cut, as `object-position` of CSS. */
export class PictureFocusResponse implements PictureFocus {
  /** Percent of the width, from the left. */
  @ApiProperty({ type: "integer" })
  x!: number;
  /** Percent of the height, from the top. */
  @ApiProperty({ type: "integer" })
  y!: number;
}

/** A picture that is ready, as the public sees it. */
export class ShownPictureResponse {
  id!: string;
  /** The picture in words; empty if its owner wrote none. */
  alt!: string;
  /** Absent for the middle. */
  focus?: PictureFocusResponse;
  /** Of the widest file, in pixels. */
  width!: number;
  height!: number;
  /** A data: address of a tiny picture, to be blurred until the real one is there. */
  placeholder!: string;
  /** By format, then width: for `srcset`. */
  files!: PictureFileResponse[];
}

/** Why a picture was refused. */
export class PictureProblemResponse {
  code!: string;
  /** The sentence for its owner. */
  message!: string;
}

/** A picture as its owner sees it; the public sees {@link ShownPictureResponse}. */
export class PictureResponse {
  id!: string;
  @ApiProperty({ enum: UPLOAD_STATES, enumName: "PictureState" })
  state!: PictureState;
  problem?: PictureProblemResponse;
  /** Length of the upload, and how much of it has arrived, in bytes. */
  bytes!: number;
  received!: number;
  /** The picture in words; empty if its owner wrote none. */
  alt!: string;
  /** What every frame keeps in view; absent for the middle. */
  focus?: PictureFocusResponse;
  /** Of the widest file, in pixels; with `placeholder` and `files` once it is ready. */
  width?: number;
  height?: number;
  /** A data: address of a tiny picture, to be blurred until the real one is there. */
  placeholder?: string;
  /** By format, then width: for `srcset`. Empty until it is ready. */
  files!: PictureFileResponse[];
}
