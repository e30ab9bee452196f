import { Type } from "class-transformer";
import { ArrayMaxSize, IsArray, IsObject, IsUUID, MaxLength, ValidateIf, ValidateNested } from "class-validator";
import { singleLine } from "../fields/typed-text.dto.js";
import { ReasonDto } from "../operator/reason.dto.js";
import { PictureFocusDto } from "../pictures/picture-focus.dto.js";
import { MAX_ALT_LENGTH } from "../pictures/picture.rules.js";
import { MAX_PRODUCT_PICTURES } from "./brand-page.rules.js";

/** A picture in its place, with its words. */
export class PlacedPictureDto {
  @IsUUID(undefined, { message: "This is not a picture's id" })
  id!: string;

  /** The picture in words; may be empty. */
  @singleLine
  @MaxLength(MAX_ALT_LENGTH, { message: `The words must be at most ${MAX_ALT_LENGTH} characters` })
  alt!: string;

  /** What every frame keeps in view; stays as it is if absent. */
  @ValidateIf((_, value) => value !== undefined)
  @IsObject({ message: "Please choose again what is seen of the picture" })
  @ValidateNested()
  @Type(() => PictureFocusDto)
  focus?: PictureFocusDto;
}

/** Puts pictures of the brand in the place of others. */
export class PlacePicturesDto extends ReasonDto {
  /** In order; at most 5 of a product, one as logo or cover. None: the drawing is shown. */
  @ValidateNested({ each: true })
  @Type(() => PlacedPictureDto)
  @ArrayMaxSize(MAX_PRODUCT_PICTURES, { message: `At most ${MAX_PRODUCT_PICTURES} pictures fit` })
  @IsArray({ message: "Please send the pictures in order" })
  pictures!: PlacedPictureDto[];
}
