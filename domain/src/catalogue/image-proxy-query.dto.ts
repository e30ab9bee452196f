import { IsString, MaxLength } from "class-validator";

/** Which picture of the shared drive is asked for. */
export class ImageProxyQueryDto {
  /** The thumbnail's address, with https and one of the hosts we fetch from. */
  @IsString({ message: "Please give the picture's address" })
  @MaxLength(2000, { message: "The picture's address must be at most 2000 characters" })
  url!: string;
}
