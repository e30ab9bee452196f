import { IsString, MaxLength } from "class-validator";

/** The picture to fetch. */
export class ImageProxyQueryDto {
  /** The thumbnail's https address, on an allowed host. */
  @MaxLength(2000, { message: "The picture's address must be at most 2000 characters" })
  @IsString({ message: "Please give the picture's address" })
  url!: string;
}
