import { IsString, MaxLength } from "class-validator";

/** Which picture of the shared drive is asked for. */
export class ImageProxyQueryDto {
  /** The thumbnail's address, with https and one of the hosts we fetch from. */
  @MaxLength(2000, { message: "The picture's address must be at most 2000 characters" })
  @IsString({ message: "Please give the picture's address" })
  url!: string;
}
